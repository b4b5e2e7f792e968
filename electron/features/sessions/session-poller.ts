import { OFFLINE_INTERVAL_MS, nextCheckIn } from './domain/polling.ts'
import type { Visibility } from '../../core/domain/window-visibility.ts'
import { isLoopback } from '../../shared/loopback.ts'
import type { Account } from '../../shared/account.ts'
import type { PollInterval } from '../../shared/settings.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Gateway } from '../../core/gateway.ts'
import type { Clock } from '../../core/ports.ts'
import type { SessionLists } from './session-lists.ts'

/** Refreshes the lists of all signed-in accounts: the active one at the window's interval, the others at the tray's. */
export interface SessionPoller {
  /** Plans again after accounts, the window or the network changed; checks due accounts at once. */
  reschedule(): void
  /** Checks one account at once, after a sign-in. */
  checkNow(accountId: string): void
  /** Checks the active account and all due accounts at once: the window got the focus, or the computer woke up. */
  pollNow(): void
  stop(): void
}

/** Dependencies of the poller. `isOnline` is the system's own state and needs no request. */
export interface SessionPollerPorts {
  accounts: Accounts
  lists: SessionLists
  gateway: Gateway
  visibility(): Visibility
  isOnline(): boolean
  /** The interval of the visible list. */
  pollInterval(): PollInterval
  /** ms until an account's token is due for renewal, or null. */
  renewalIn(accountId: string): number | null
  /** Runs for a due account while this computer is offline. */
  unreachable(accountId: string): void
  clock: Clock
  random(): number
}

const MIN_WAIT_MS = 1_000

/** Creates a poller; it does nothing before the first `reschedule`. */
export function createSessionPoller(ports: SessionPollerPorts): SessionPoller {
  const { accounts, lists, gateway, clock } = ports
  const timers = new Map<string, () => void>()
  /** When each account was last checked, by the steady clock. */
  const checkedAt = new Map<string, number>()

  /** ms until an account is due, from its last check, so that rescheduling never delays it. */
  function waitFor(account: Account): number {
    const last = checkedAt.get(account.id)
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
    const regular = Math.max(0, last + wait - steady)
    // The next call also renews the token. The minimum wait prevents a loop while a renewal is delayed.
    return renewal === null ? regular : Math.min(regular, Math.max(renewal, MIN_WAIT_MS))
  }

  function plan(account: Account, wait: number): void {
    timers.get(account.id)?.()
    timers.set(
      account.id,
      clock.after(wait, () => void check(account.id)),
    )
  }

  function forget(accountId: string): void {
    timers.get(accountId)?.()
    timers.delete(accountId)
    checkedAt.delete(accountId)
  }

  async function check(accountId: string): Promise<void> {
    timers.delete(accountId)
    const account = accounts.get(accountId)
    if (account?.status !== 'signedIn') return
    if (!ports.isOnline() && !isLoopback(account.baseUrl)) {
      ports.unreachable(accountId)
      return plan(account, OFFLINE_INTERVAL_MS)
    }
    checkedAt.set(accountId, clock.steady())
    await lists.refresh(accountId)
    const after = accounts.get(accountId)
    if (after?.status !== 'signedIn') return
    checkedAt.set(accountId, clock.steady())
    plan(after, waitFor(after))
  }

  function reschedule(): void {
    const signedIn = accounts.all().filter(({ status }) => status === 'signedIn')
    const isSignedIn = (id: string): boolean => signedIn.some((account) => account.id === id)
    for (const id of new Set([...timers.keys(), ...checkedAt.keys()])) if (!isSignedIn(id)) forget(id)
    for (const account of signedIn) plan(account, waitFor(account))
  }

  return {
    reschedule,
    checkNow(accountId) {
      const account = accounts.get(accountId)
      // Replaces the check that the change of the accounts has planned.
      if (account?.status === 'signedIn') plan(account, 0)
    },
    pollNow() {
      // Timers stop while the computer sleeps.
      reschedule()
      const shown = accounts.active()
      if (shown?.status === 'signedIn') plan(shown, 0)
    },
    stop() {
      for (const id of [...timers.keys()]) forget(id)
    },
  }
}
