import {
  allowedAt,
  gapAfterStart,
  MAX_CHECKS_PER_MINUTE,
  nextCheckIn,
  OFFLINE_INTERVAL_MS,
  withJitter,
} from './domain/polling.ts'
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
  let cancel = (): void => undefined
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

  function othersWaitUntil(): number {
    const active = accounts.active()
    const isAwaited = active?.status === 'signedIn' && active.id === awaited?.accountId
    return isAwaited ? (awaited?.until ?? -Infinity) : -Infinity
  }

  /** When the next check of an account starts. The others wait for the active one, for each other, and for the rate of their address. */
  function startAt(account: Account): number {
    const [due, renewal] = [dueAt(account), renewalAt(account) ?? Infinity]
    // A check without a network sends nothing and waits for no other.
    if (isActive(account) || !isReachable(account)) return Math.min(due, renewal)
    const allowed = allowedAt(starts.get(addressOf(account)) ?? [])
    return Math.min(Math.max(due, allowed, nextStartAt, othersWaitUntil()), renewal)
  }

  /** Plans the next check: of those that may start first that of the active account, then the one that has been due longest. */
  function plan(): void {
    cancel()
    const now = clock.steady()
    // `checkAll` checks every account, so the timer may check no other one twice.
    const planned = signedIn().filter((account) => isActive(account) || pendingCheckAlls === 0)
    const [next] = planned
      .map((account) => ({ account, at: Math.max(now, startAt(account)), due: dueAt(account) }))
      .toSorted(
        (a, b) => a.at - b.at || Number(isActive(b.account)) - Number(isActive(a.account)) || a.due - b.due,
      )
    if (!next) return
    cancel = runAt(next.at, () => {
      void check(next.account.id)
      plan()
    })
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
      return plan()
    }
    retries.delete(accountId)
    recordCheck(accountId)
    recordStart(addressOf(account))
    if (!isActive(account)) waitAfterStart()
    // The window gets its list first.
    else if (othersWaitUntil() <= clock.steady())
      awaited = { accountId, until: clock.steady() + ACTIVE_LIST_TIMEOUT_MS }
    await lists.refresh(accountId)
    endWait(accountId)
    if (accounts.get(accountId)?.status === 'signedIn') recordCheck(accountId)
    plan()
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
    plan()
    await Promise.all(Array.from({ length: MAX_PARALLEL_CHECKS }, checkNext))
    pendingCheckAlls--
    plan()
  }

  function reschedule(): void {
    const known = new Set(signedIn().map(({ id }) => id))
    for (const map of [lastChecks, retries]) for (const id of map.keys()) if (!known.has(id)) map.delete(id)
    plan()
  }

  function pollNow(): void {
    for (const map of [lastChecks, retries]) map.delete(accounts.active()?.id ?? '')
    reschedule()
  }

  return {
    reschedule,
    checkNow(accountId) {
      const account = accounts.get(accountId)
      if (account?.status !== 'signedIn') return
      // This replaces the check that was planned when the accounts changed.
      if (isActive(account)) pollNow()
      else void check(accountId)
    },
    // Timers stop while the computer sleeps.
    pollNow,
    focused() {
      const last = lastChecks.get(accounts.active()?.id ?? '')
      if (last === undefined || clock.steady() - last.at >= MIN_WAIT_MS) pollNow()
      else reschedule()
    },
    checkAll,
    stop: () => cancel(),
  }
}
