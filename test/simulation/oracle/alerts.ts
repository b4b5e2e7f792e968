import type { AppProcess } from '../world/app-process.ts'
import type { TrueSession } from '../world/truth.ts'
import { accountKey, type Observation } from './evidence.ts'
import type { AccountAddress, Known } from './record.ts'

/** The files by which the app knows its own sessions. */
const OWN_SESSIONS = ['unconfirmed', 'vault', 'renewals', 'orphans', 'logouts', 'passwords']

const APART_MS = 2_000
const SECOND_MS = 1_000
/** How long an alert may take after a list: a second list may have to be asked for. */
const LATEST_MS = 3_000

/** Compares the alerts with the sign-ins that others made. */
export function createAlertChecks({ computer, truth, evidence, record, violations }: Known) {
  const { kernel, disk } = computer
  /** The sessions that alerted, by account. */
  const done = new Set<string>()
  /** Those that need not alert, or whose alert was due and is judged. */
  const checked = new Set<string>()
  /** Those that may alert again: nobody knows whether the process before had stored that. */
  const perhapsLost = new Set<string>()
  let startedAt = 0
  /** When the process started that need not know the sessions of the app before it. */
  let forgotAt = -Infinity
  /** When a process started without the record of an account, or with a damaged one. */
  const lostAt = new Map<string, number>()
  const keyOf = ({ key }: AccountAddress, uid: number | ''): string => `${key} ${uid}`

  /**
   * Whether the app knows a session to be its own: a list names it as this device, or the number in its token is its id, and the
   * first list that has it does not call another one so. One that it left, and that lists lacked since, may come again.
   */
  function isKnownOwn(session: TrueSession, account: AccountAddress): boolean {
    const isMade = session.isOurs && session.base === account.base && session.since >= forgotAt
    // Times of sign-ins are in seconds: what was signed out in the same one may be another session with its id.
    if ((session.until ?? Infinity) - session.since < SECOND_MS) return false
    const all = lists(account)
    const at = all.findLastIndex(({ own }) => own === session.uid)
    // The first list that names it may wait for a second one, which names the next.
    const wasOwn =
      at > 0 &&
      all.slice(at - 1).every(({ uids }) => uids.has(session.uid)) &&
      all[at - 1]?.own === session.uid
    const first = all.find(({ uids }) => uids.has(session.uid))
    const isDenied = first !== undefined && first.own !== null && first.own !== session.uid
    return isMade && !isDenied && (wasOwn || evidence.isKnownGrant(session, account.base))
  }

  /** The good lists of this process that the app uses: none that a request for a token overlapped, also as it was confirmed. */
  const lists = ({ key }: AccountAddress): Observation[] =>
    evidence.lists(key).filter((list, at, all) => isUsed(list) && !all[at + 1]?.isSkipped)
  const isUsed = ({ unclear, askedAt, isSkipped }: Observation): boolean =>
    unclear === null && askedAt >= startedAt && !isSkipped

  /** The good lists that the record of an account may be of. */
  const recordedOf = ({ id, key }: AccountAddress): Observation[] =>
    evidence.good(key).filter(({ askedAt, isSkipped }) => !isSkipped && askedAt >= (lostAt.get(id) ?? 0))

  return {
    /** An account alerts about a session; `others`: those that are signed in too. That of its user at that address alerts instead. */
    told(session: TrueSession | undefined, account: AccountAddress, others: readonly AccountAddress[]) {
      if (!session) return
      const ofUser = accountKey(account.userId, account.base, false)
      const second = others.filter(({ id, key }) => id !== account.id && key === ofUser)
      const hasRecord = (other: AccountAddress): boolean =>
        recordedOf(other).some(({ answeredAt }) => kernel.now() - answeredAt >= SECOND_MS)
      if (second.some(hasRecord))
        violations.add('alerted by two accounts', session, 'By that of an API token too.')
      if (isKnownOwn(session, account)) violations.add('alert about ourselves', session, 'It is ours.')
      const key = keyOf(account, session.uid)
      // A late list may show it as it was before its renewal, and lists of somebody else's sessions that it is gone.
      const isInDoubt = session.until !== null || record.isDeceived(account)
      if (done.has(key) && !perhapsLost.delete(key) && !isInDoubt)
        violations.add('alerted twice', session, 'Told again.')
      done.add(key)
    },
    /** An account was removed, with its record or before it had one: a list that comes later is thrown away. */
    removed(account: AccountAddress, isForgotten: boolean) {
      if (isForgotten || recordedOf(account).length === 0) lostAt.set(account.id, kernel.now())
    },
    /** A process starts: it need not know what the one before could not store, or what was damaged since. */
    started(accounts: readonly AccountAddress[]) {
      startedAt = kernel.now()
      const losers = accounts.filter(({ id }) => disk.isLost(`history-${id}`))
      for (const { id } of losers) lostAt.set(id, startedAt)
      if (OWN_SESSIONS.some(disk.isLost) || losers.length > 0) forgotAt = startedAt
      for (const key of done)
        if (losers.some((loser) => key.startsWith(keyOf(loser, '')))) perhapsLost.add(key)
    },
    /** Every sign-in of others that two good lists showed was told, or may seem to be a renewal. */
    check(process: AppProcess, account: AccountAddress) {
      const { id, userId, base, key: listKey } = account
      const since = process.services.history.of(id)?.since
      // The account of an API token leaves alerts to its user's.
      const ofUser = accountKey(userId, base, false)
      const isSecond = listKey !== ofUser && evidence.good(ofUser).length > 0
      if (since === undefined || isSecond) return
      const open = process.services.alerts.open().find(({ accountId }) => accountId === id)
      const recorded = open?.newest.map((alert) => process.services.history.byKey(id, alert.key)) ?? []
      const shown = new Set(recorded.map((each) => each && truth.named(userId, each)))
      // What a record has lost may make the first list wait for the second one, and a process may be killed before it stores one;
      // what it has kept may tell that a list names another device than this one.
      const own = recordedOf(account)
      const stored = own.findIndex((list) => !evidence.mayBeUnstored(list))
      const first = lostAt.has(id) ? own.slice(0, stored < 0 ? own.length : stored + 2) : own.slice(0, 1)
      for (const uid of first.flatMap(({ uids }) => [...uids])) checked.add(keyOf(account, uid))
      for (const session of truth.signedIn(userId)) {
        const key = keyOf(account, session.uid)
        // Of an app that is killed as it stores an alert, the next one shows it, without telling of it again.
        if (shown.has(session)) checked.add(key)
        const isKnown = session.isOurs || session.createdAt <= since || evidence.isGranted(session.id, base)
        if (isKnown || done.has(key) || checked.has(key)) continue
        const listed = lists(account).filter(({ uids }) => uids.has(session.uid))
        const [first, last] = [listed[0], listed.at(-1)]
        const isSeenTwice = first && last && last.askedAt - first.answeredAt >= APART_MS
        if (!isSeenTwice || kernel.now() - last.answeredAt < LATEST_MS) continue
        checked.add(key)
        if (!truth.sessions.some((other) => record.seemsRenewed(other, session, account)))
          violations.add('no alert', session, 'It is new.')
      }
    },
  }
}
