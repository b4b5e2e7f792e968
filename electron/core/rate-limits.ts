import type { Clock, OnAccountForgotten } from './ports.ts'

/** How long the calls of each account have to wait, because its service limits the rate. */
export interface RateLimits {
  /** When the pause of an account ends, epoch ms by this computer's clock; null if there is none. */
  until(accountId: string): number | null
  /** Extends the pause of an account to `until`, epoch ms by this computer's clock; never shortens it. */
  pause(accountId: string, until: number): void
}

/** Creates the limits, without a pause. */
export function createRateLimits(
  clock: Pick<Clock, 'now' | 'steady'>,
  onAccountForgotten: OnAccountForgotten,
): RateLimits {
  /** The end of each account's pause, ms by the steady clock, because this computer's clock may be set meanwhile. */
  const ends = new Map<string, number>()
  // An account that signs in again starts without a pause.
  onAccountForgotten((accountId) => void ends.delete(accountId))
  return {
    until(accountId) {
      const left = (ends.get(accountId) ?? 0) - clock.steady()
      return left > 0 ? Math.ceil(clock.now() + left) : null
    },
    pause(accountId, until) {
      const end = clock.steady() + until - clock.now()
      ends.set(accountId, Math.max(end, ends.get(accountId) ?? 0))
    },
  }
}
