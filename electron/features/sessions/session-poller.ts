import { OFFLINE_INTERVAL_MS, nextCheckIn, type Visibility } from './domain/polling.ts'
import { isLoopback } from '../../shared/loopback.ts'
import type { Account } from '../../shared/account.ts'
import type { PollInterval } from '../../shared/settings.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Gateway } from '../../core/gateway.ts'
import type { Clock } from '../../core/ports.ts'
import type { SessionLists } from './session-lists.ts'

/** Keeps the lists of all signed-in accounts fresh: the shown one at the window's pace, the others at the tray's. */
export interface SessionPoller {
  /** Plans anew after accounts, the window or the network changed; accounts that are due are checked at once. */
  reschedule(): void
  /** Checks one account now, once: somebody has just signed in to it. */
  checkNow(accountId: string): void
  /** Checks the shown account now, and what fell due: the window came to the front, or the computer woke up. */
  pollNow(): void
  stop(): void
}

/** What watching works with. `isOnline` is this computer's own view and costs no request. */
export interface SessionPollerPorts {
  accounts: Accounts
  lists: SessionLists
  gateway: Gateway
  visibility(): Visibility
  isOnline(): boolean
  /** How often the shown list is to be checked. */
  pollInterval(): PollInterval
  /** ms until an account's token has to be renewed, or null. */
  renewalIn(accountId: string): number | null
  /** Hears of an account that was due, while there is no network to ask it by. */
  unreachable(accountId: string): void
  clock: Clock
  random(): number
}

const MIN_WAIT_MS = 1_000

/** A poller that does nothing before the first `reschedule`. */
export function createSessionPoller(ports: SessionPollerPorts): SessionPoller {
  const { accounts, lists, gateway, clock } = ports
  const timers = new Map<string, () => void>()
  /** By the steady clock. */
  const askedAt = new Map<string, number>()

  /** ms until an account is due, counted from when it was last asked for, so that replanning never puts it off. */
  function waitFor(account: Account): number {
    const last = askedAt.get(account.id)
    if (last === undefined) return 0
    const steady = clock.steady()
    const rateLimitedUntil = gateway.rateLimitedUntil(account.id)
    const isShown = accounts.active()?.id === account.id
    const wait = nextCheckIn({
      visibility: isShown ? ports.visibility() : 'hidden',
      pollInterval: ports.pollInterval(),
      failures: lists.failuresOf(account.id),
      pausedUntil: rateLimitedUntil === null ? null : steady + rateLimitedUntil - clock.now(),
      now: last,
      random: ports.random(),
    })
    const renewal = ports.renewalIn(account.id)
    const usual = Math.max(0, last + wait - steady)
    // A renewal is done by the next call; one that waits for its turn must not be waited for in a circle.
    return renewal === null ? usual : Math.min(usual, Math.max(renewal, MIN_WAIT_MS))
  }

  function plan(account: Account, wait: number): void {
    timers.get(account.id)?.()
    timers.set(
      account.id,
      clock.after(wait, () => void tick(account.id)),
    )
  }

  function forget(accountId: string): void {
    timers.get(accountId)?.()
    timers.delete(accountId)
    askedAt.delete(accountId)
  }

  async function tick(accountId: string): Promise<void> {
    timers.delete(accountId)
    const account = accounts.get(accountId)
    if (account?.status !== 'signedIn') return
    if (!ports.isOnline() && !isLoopback(account.baseUrl)) {
      ports.unreachable(accountId)
      return plan(account, OFFLINE_INTERVAL_MS)
    }
    askedAt.set(accountId, clock.steady())
    await lists.refresh(accountId)
    const after = accounts.get(accountId)
    if (after?.status !== 'signedIn') return
    askedAt.set(accountId, clock.steady())
    plan(after, waitFor(after))
  }

  function reschedule(): void {
    const watched = accounts.all().filter(({ status: standing }) => standing === 'signedIn')
    const isFocused = (id: string): boolean => watched.some((account) => account.id === id)
    for (const id of new Set([...timers.keys(), ...askedAt.keys()])) if (!isFocused(id)) forget(id)
    for (const account of watched) plan(account, waitFor(account))
  }

  return {
    reschedule,
    checkNow(accountId) {
      const account = accounts.get(accountId)
      // In place of the check that the same sign-in has planned as a change of the accounts.
      if (account?.status === 'signedIn') plan(account, 0)
    },
    pollNow() {
      // A timer stands still while the computer sleeps: what fell due meanwhile is done at once.
      reschedule()
      const shown = accounts.active()
      if (shown?.status === 'signedIn') plan(shown, 0)
    },
    stop() {
      for (const id of [...timers.keys()]) forget(id)
    },
  }
}
