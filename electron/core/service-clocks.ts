import { serviceTime, type ClockSample } from './domain/service-time.ts'
import type { Clock, OnAccountForgotten } from './ports.ts'

/** The clock of each account's service, synced with its answers; until then this computer's clock. */
export interface ServiceClocks {
  /** The service's current time for an account, epoch ms. */
  now(accountId: string): number
  /** Sets the service's current time, epoch ms, from an answer that arrived just now. */
  sync(accountId: string, time: number): void
  /** Whether an answer synced the clock in this run. */
  isSynced(accountId: string): boolean
}

/** Creates the clocks; none is synced. */
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
