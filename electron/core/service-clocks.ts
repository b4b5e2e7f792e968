import { serviceTime, type ClockSample } from './domain/service-time.ts'
import type { Clock, OnAccountForgotten } from './ports.ts'

/** The clocks of the services, as far as their answers told them; until then this computer's. */
export interface ServiceClocks {
  /** Epoch ms by the service of an account. */
  now(accountId: string): number
  /** An answer came just now, and this is the service's time, epoch ms. */
  sync(accountId: string, time: number): void
  /** Whether the service has told its time in this run. */
  isSynced(accountId: string): boolean
}

/** Makes the clocks. */
export function createServiceClocks(clock: Clock, onAccountForgotten: OnAccountForgotten): ServiceClocks {
  const last = new Map<string, ClockSample>()
  onAccountForgotten((accountId) => void last.delete(accountId))
  return {
    now: (accountId) => serviceTime(last.get(accountId) ?? null, clock.now(), clock.steady()),
    sync: (accountId, time) =>
      void last.set(accountId, { service: time, wall: clock.now(), steady: clock.steady() }),
    isSynced: (accountId) => last.has(accountId),
  }
}
