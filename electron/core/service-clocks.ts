import { serviceTime, type ClockSample } from '../domain/service-time.ts'
import type { Clock, OnAccountForgotten } from './ports.ts'

/** The clock of each account's service, synced with its responses; before the first response, this computer's clock. */
export interface ServiceClocks {
  /** The service's current time for an account, epoch ms. */
  now(accountId: string): number
  /** Syncs the clock with the service's time, epoch ms, in a response that arrived just now. */
  sync(accountId: string, time: number): void
  /** Whether the clock was synced in this run. */
  isSynced(accountId: string): boolean
}

/** Creates the clocks, unsynced. */
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
