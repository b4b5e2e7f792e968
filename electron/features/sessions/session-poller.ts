import {
  allowedAt,
  gapAfterStart,
  MAX_CHECKS_PER_MINUTE,
  nextBackgroundCheck,
  withJitter,
} from './domain/background-checks.ts'
import { OFFLINE_INTERVAL_MS, nextCheckIn } from './domain/polling.ts'
import { canReach } from '../../shared/loopback.ts'
import type { Account } from '../../shared/account.ts'
import type { PollInterval } from '../../shared/settings.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Gateway } from '../../core/gateway.ts'
import type { Visibility } from '../../domain/visibility.ts'
import type { Clock } from '../../core/ports.ts'
import type { SessionLists } from './session-lists.ts'

/**
 * Refreshes the lists of all signed-in accounts: that of the active account at the window's interval, the others at the
 * tray's interval, one after the other. The others wait while the active account's list is due.
 */
export interface SessionPoller {
  /** Plans all checks again, after accounts, the window or the network changed; due accounts are checked soon. */
  reschedule(): void
  /** Checks one account at once, after a sign-in. */
  checkNow(accountId: string): void
  /** Checks the active account at once and due accounts soon; after the computer woke up. */
  pollNow(): void
  /**
   * The same after the window got the focus, but not within a second of another check of the active account: a start and a
   * sign-in bring both, and two lists of one second prove no more than one.
   */
  focused(): void
  /** Checks all signed-in accounts, a few at a time; resolves when all are checked. */
  checkAll(): Promise<void>
  stop(): void
}

/** Dependencies of the poller. `isOnline` sends no request. */
export interface SessionPollerDependencies {
  accounts: Accounts
  lists: SessionLists
  gateway: Gateway
  visibility(): Visibility
  isOnline(): boolean
  /** The interval of the visible list. */
  pollInterval(): PollInterval
  /** ms until an account's token is due for renewal, or null. */
  renewalIn(accountId: string): number | null
  /** Runs instead of a check while this computer is offline. */
  unreachable(accountId: string): void
  clock: Clock
  random(): number
}

const MIN_WAIT_MS = 1_000

const addressOf = ({ baseUrl }: Account): string => new URL(baseUrl).origin

/** How long the other accounts wait for a due list of the active one. */
const ACTIVE_LIST_TIMEOUT_MS = 5_000

/** The maximum number of lists that are requested at once. */
const MAX_PARALLEL_CHECKS = 4

/** The last check of an account, by the steady clock. `random` varies the time until the next one. */
interface LastCheck {
  at: number
  random: number
}

/** Creates a poller; it does nothing before the first `reschedule`. */
export function createSessionPoller(dependencies: SessionPollerDependencies): SessionPoller {
  const { accounts, lists, gateway, clock } = dependencies
  const lastChecks = new Map<string, LastCheck>()
  /** When the last checks at each address started, by the steady clock, oldest first. */
  const starts = new Map<string, number[]>()
  /** When an account that could not be reached is due again, by the steady clock. */
  const retries = new Map<string, number>()
  let cancelActive = (): void => undefined
  let cancelBackground = (): void => undefined
  /** The number of pending calls of `checkAll`. */
  let pendingCheckAlls = 0
  /** When the next background check may start, by the steady clock. */
  let nextStartAt = -Infinity
  /** The active account whose list the others wait for, and until when. */
  let awaited: { accountId: string; until: number } | null = null

  const isActive = ({ id }: Account): boolean => accounts.active()?.id === id
  const isReachable = ({ baseUrl }: Account): boolean => canReach(baseUrl, dependencies.isOnline())
  const signedIn = (): Account[] => accounts.all().filter(({ status }) => status === 'signedIn')

  /** When an account is due: its interval counts from its last check, so that rescheduling never delays it. */
  function dueAt(account: Account): number {
    const last = lastChecks.get(account.id)
    const retryAt = isReachable(account) ? undefined : retries.get(account.id)
    if (last === undefined) return retryAt ?? -Infinity
    const steady = clock.steady()
    const rateLimitedUntil = gateway.rateLimitedUntil(account.id)
    const wait = nextCheckIn({
      visibility: isActive(account) ? dependencies.visibility() : 'hidden',
      pollInterval: dependencies.pollInterval(),
      failures: lists.failuresOf(account.id),
      pausedUntil: rateLimitedUntil === null ? null : steady + rateLimitedUntil - clock.now(),
      now: last.at,
      random: last.random,
    })
    const at = last.at + (isActive(account) ? wait : withJitter(wait, last.random))
    return Math.max(at, retryAt ?? at)
  }

  /** When an account is due because its token is, which a check renews; null: never automatically, or unknown. */
  function renewalAt(account: Account): number | null {
    const renewalIn = dependencies.renewalIn(account.id)
    if (renewalIn === null) return null
    // Without the minimum wait, a renewal that stays due would cause a loop.
    const earliest = (lastChecks.get(account.id)?.at ?? -Infinity) + MIN_WAIT_MS
    const retryAt = isReachable(account) ? undefined : retries.get(account.id)
    return Math.max(clock.steady() + renewalIn, earliest, retryAt ?? earliest)
  }

  const runAt = (time: number, work: () => void): (() => void) =>
    clock.after(Math.max(0, time - clock.steady()), work)

  /** Makes the other accounts wait for the list of the active one, so that the window gets it first. */
  function letOthersWait(accountId: string): void {
    if (awaited?.accountId === accountId && awaited.until > clock.steady()) return
    awaited = { accountId, until: clock.steady() + ACTIVE_LIST_TIMEOUT_MS }
  }

  function othersWaitUntil(): number {
    const active = accounts.active()
    const isAwaited = active?.status === 'signedIn' && active.id === awaited?.accountId
    return isAwaited ? (awaited?.until ?? -Infinity) : -Infinity
  }

  function planActive(isDueNow: boolean): void {
    cancelActive()
    const active = accounts.active()
    if (active?.status !== 'signedIn') return
    const due = isDueNow ? -Infinity : Math.min(dueAt(active), renewalAt(active) ?? Infinity)
    if (due <= clock.steady()) letOthersWait(active.id)
    cancelActive = runAt(due, () => void check(active.id))
  }

  function planBackground(): void {
    cancelBackground()
    // `checkAll` checks every account, so no timer may check one twice.
    if (pendingCheckAlls > 0) return
    const earliest = Math.max(nextStartAt, othersWaitUntil())
    const checks = signedIn()
      .filter((account) => !isActive(account))
      .map((account) => {
        const due = Math.max(dueAt(account), allowedAt(starts.get(addressOf(account)) ?? []))
        // A check without a network sends nothing and waits for no other.
        const latestAt = isReachable(account) ? renewalAt(account) : due
        return { accountId: account.id, dueAt: due, latestAt }
      })
    const next = nextBackgroundCheck(checks, earliest)
    if (next === null) return
    cancelBackground = runAt(next.at, () => {
      void check(next.accountId)
      planBackground()
    })
  }

  function planNext(account: Account): void {
    if (isActive(account)) planActive(false)
    planBackground()
  }

  function recordCheck(accountId: string): void {
    lastChecks.set(accountId, { at: clock.steady(), random: dependencies.random() })
  }

  function recordStart(address: string): void {
    const before = starts.get(address) ?? []
    starts.set(address, [...before, clock.steady()].slice(-MAX_CHECKS_PER_MINUTE))
  }

  function waitAfterStart(): void {
    nextStartAt = clock.steady() + gapAfterStart(dependencies.random())
  }

  function endWait(accountId: string): void {
    if (awaited?.accountId !== accountId) return
    awaited = null
    // The window shows the rows before other lists arrive.
    waitAfterStart()
  }

  async function check(accountId: string): Promise<void> {
    const account = accounts.get(accountId)
    if (account?.status !== 'signedIn') return
    if (!isReachable(account)) {
      endWait(accountId)
      retries.set(accountId, clock.steady() + OFFLINE_INTERVAL_MS)
      dependencies.unreachable(accountId)
      return planNext(account)
    }
    retries.delete(accountId)
    recordCheck(accountId)
    recordStart(addressOf(account))
    if (isActive(account)) letOthersWait(accountId)
    else waitAfterStart()
    await lists.refresh(accountId)
    endWait(accountId)
    const after = accounts.get(accountId)
    if (after?.status !== 'signedIn') return planBackground()
    recordCheck(accountId)
    planNext(after)
  }

  async function checkAll(): Promise<void> {
    const waiting = signedIn()
    const checkNext = async (): Promise<void> => {
      for (let account = waiting.shift(); account; account = waiting.shift()) {
        for (;;) {
          const from = allowedAt(starts.get(addressOf(account)) ?? [])
          if (from <= clock.steady()) break
          // Other checks may wait for the same moment, at which only one may start.
          await new Promise<void>((resolve) => runAt(from, resolve))
        }
        await check(account.id)
      }
    }
    pendingCheckAlls++
    planBackground()
    await Promise.all(Array.from({ length: MAX_PARALLEL_CHECKS }, checkNext))
    pendingCheckAlls--
    planBackground()
  }

  function plan(isActiveDue: boolean): void {
    const known = new Set(signedIn().map(({ id }) => id))
    for (const map of [lastChecks, retries]) for (const id of map.keys()) if (!known.has(id)) map.delete(id)
    planActive(isActiveDue)
    planBackground()
  }

  return {
    reschedule: () => plan(false),
    checkNow(accountId) {
      const account = accounts.get(accountId)
      if (account?.status !== 'signedIn') return
      // This replaces the check that was planned when the accounts changed.
      if (isActive(account)) plan(true)
      else void check(accountId)
    },
    // Timers stop while the computer sleeps.
    pollNow: () => plan(true),
    focused() {
      const last = lastChecks.get(accounts.active()?.id ?? '')
      plan(last === undefined || clock.steady() - last.at >= MIN_WAIT_MS)
    },
    checkAll,
    stop() {
      cancelActive()
      cancelBackground()
    },
  }
}
