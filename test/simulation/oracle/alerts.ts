import type { NewSignIn } from '../../../electron/shared/activity.ts'
import type { AppProcess } from '../world/app-process.ts'
import type { Computer } from '../world/computer.ts'
import type { TrueSession, Truth } from '../world/truth.ts'
import type { Evidence } from './evidence.ts'
import { nameOf } from './intents.ts'
import type { Violations } from './violations.ts'

/** Compares the alerts with the sign-ins that others made. */
export interface AlertChecks {
  /** An alert about a session; `base` is the address of its account. */
  told(alert: NewSignIn, session: TrueSession | undefined, base: string): void
  /**
   * A process starts, perhaps without what the one before could not store, or what was damaged since. No session alerts because a
   * history could not be read in full.
   */
  started(accounts: readonly AccountOf[]): void
  /** The app was told that a token works whose session a renewal had replaced: it cannot know the new one. */
  misled(old: TrueSession): void
  /** Every sign-in of others that two good lists showed was told, or can be taken for a renewal. */
  check(process: AppProcess, account: AccountOf): void
}

/** An account of the app, whose user it is of, and the address of its service. */
type AccountOf = Readonly<{ id: string; userId: number; base: string }>

/** The files by which the app knows its own sessions. */
const OWN_SESSIONS = ['unconfirmed', 'vault', 'renewals', 'orphans', 'logouts', 'passwords']

const APART_MS = 2_000
/** How long an alert may take after a list: a second list may have to be asked for. */
const LATEST_MS = 3_000

/** How far apart two sessions may begin whose tokens only their times tell apart. */
const MAX_CLOCK_DIFFERENCE_MS = 120_000

/** By how much one way may take longer than the habit of its service. */
const MAX_JITTER_MS = 60

function isOfOneTime(one: TrueSession, other: TrueSession): boolean {
  return Math.abs(one.createdAt - other.createdAt) <= MAX_CLOCK_DIFFERENCE_MS
}

/** Creates the checks. */
export function createAlertChecks(
  computer: Computer,
  truth: Truth,
  evidence: Evidence,
  violations: Violations,
): AlertChecks {
  const { now } = computer.kernel
  /** When the person last set the clock, and by how much in all. */
  let clock = { offset: 0, setAt: -Infinity }
  /** The sessions that are done with, by account. */
  const done = new Set<string>()
  /** Those of them that may be told again: nobody knows which of them the process before had stored. */
  const perhapsLost = new Set<string>()
  /** When the process started; what the one before had only seen, it does not know. */
  let startedAt = 0
  /** The accounts of which the process before could not store everything. */
  let unsaved = new Set<string>()
  /** Those of them whose history begins anew with the first list of the process. */
  let beginning = new Set<string>()
  /** The accounts of which the process could not read the history in full, and when that was damaged. */
  let damaged = new Map<string, number>()
  /** The devices of this app whose renewal nobody can know of. */
  const unknownDevices = new Set<number>()
  /** The sessions whose alert was due, and those of lists that begin a record. */
  const checked = new Set<string>()
  const keyOf = (accountId: string, { uid }: TrueSession): string => `${accountId} ${uid}`

  function noteClock(): void {
    if (clock.offset !== computer.wallOffset) clock = { offset: computer.wallOffset, setAt: now() }
  }

  /**
   * Whether a process that started later cannot know a session as this app's: its token was replaced, the disk refused what was
   * known of it, its time is stored by a clock that was set since, or neither marks nor ids tell.
   */
  function isForgotten(accountId: string, session: TrueSession): boolean {
    const { uid, userId, base, since } = session
    const isReplaced = truth.sessions.some(
      (other) =>
        other.isOurs &&
        other.uid > uid &&
        other.userId === userId &&
        other.base === base &&
        other.since < startedAt,
    )
    const isNameless = !truth.habits.idsInTokens && !truth.habits.marks
    // What a first list of somebody else began, or one that marks somebody else, its own cannot continue.
    const first = evidence.observations(userId).find((list) => list.base === base)
    const marksOther = first !== undefined && first.onlyMarked !== null && first.onlyMarked !== first.own
    const isOfOther = first?.flaw === 'foreign' || marksOther
    const isUnknown = isReplaced || isNameless || since <= clock.setAt || unsaved.has(accountId) || isOfOther
    // Its request may still have been on its way as the process before ended.
    const isOfBefore = since - truth.habits.wayMs - MAX_JITTER_MS < startedAt
    return (isOfBefore && isUnknown) || unknownDevices.has(session.device)
  }

  return {
    told({ accountId }, session, base) {
      if (!session) return
      // Nothing tells the app that two addresses lead to one service, nor, without the ids in tokens, its sessions of both apart;
      // nor one of a process before that it cannot know.
      const isMistakable = (other: TrueSession): boolean =>
        other !== session &&
        other.isOurs &&
        (other.base !== base || isForgotten(accountId, other)) &&
        other.name === session.name &&
        isOfOneTime(other, session)
      const isUsed = evidence.observations(session.userId).some(({ own }) => own === session.uid)
      const hasId = truth.habits.idsInTokens && session.since >= startedAt && isUsed
      const isClear = hasId || !truth.sessions.some(isMistakable)
      noteClock()
      if (session.isOurs && session.base === base && isClear && !isForgotten(accountId, session))
        violations.add('alert about ourselves', session.uid, `${nameOf(session)} is ours.`)
      const key = keyOf(accountId, session)
      const lists = evidence.observations(session.userId).filter((list) => list.base === base)
      const damagedAt = damaged.get(accountId) ?? -Infinity
      const wasShown = lists.some((list) => list.answeredAt < damagedAt && list.uids.has(session.uid))
      // A first list without it looks whole to whoever knows no other one.
      const first = lists.find(({ askedAt }) => askedAt >= startedAt)
      if (wasShown && first?.uids.has(session.uid))
        violations.add('alert about what is known', session.uid, `${nameOf(session)}, after a damage.`)
      // Nor does it know what that lacked of all that was lost.
      const isForgottenThere = damaged.has(accountId) && !first?.uids.has(session.uid)
      if (done.has(key) && !isForgottenThere && !perhapsLost.delete(key))
        violations.add('alerted twice', session.uid, nameOf(session))
      done.add(key)
    },
    misled: ({ device }) => void unknownDevices.add(device),
    started(accounts) {
      const { disk } = computer
      startedAt = now()
      const accountIds = accounts.map(({ id }) => id)
      // What is left of a history is written at once, but begins anew with the next list.
      const isBare = ({ id, userId, base }: AccountOf): boolean =>
        damaged.has(id) &&
        !evidence
          .observations(userId)
          .some((list) => list.base === base && list.flaw === null && list.askedAt >= damaged.get(id)!)
      const bare = accounts.filter((account) => disk.isDamaged(`history-${account.id}`) || isBare(account))
      damaged = new Map(bare.map(({ id }) => [id, damaged.get(id) ?? startedAt]))
      // Of a token that was only in memory, nothing is left.
      const isAnyStale = disk.isStale('unconfirmed') || disk.isStale('vault')
      const stale = accountIds.filter((id) => isAnyStale || disk.isStale(`history-${id}`))
      const isAnyDamaged = OWN_SESSIONS.some(disk.isDamaged)
      beginning = new Set([...accountIds.filter((id) => disk.isStale(`history-${id}`)), ...damaged.keys()])
      unsaved = new Set([...stale, ...beginning, ...(isAnyDamaged ? accountIds : [])])
      for (const key of done) if (stale.some((id) => key.startsWith(`${id} `))) perhapsLost.add(key)
    },
    check(process, { id, userId, base }) {
      noteClock()
      const since = process.services.history.of(id)?.since
      if (since === undefined) return
      const open = process.services.alerts.open().find(({ accountId }) => accountId === id)
      const shownIds = new Set(open?.newest.map(({ sessionId }) => sessionId))
      const lists = evidence.observations(userId).filter((list) => list.base === base && list.flaw === null)
      // A process that was killed before it stored its first list left nothing to compare the next one with.
      const own = beginning.has(id) ? lists.filter(({ askedAt }) => askedAt >= startedAt) : lists
      // A damaged one begins anew with the second list if the first one lacks a session.
      for (const { uids } of own.slice(0, damaged.has(id) ? 2 : 1))
        for (const uid of uids) checked.add(`${id} ${uid}`)
      for (const session of truth.signedIn(userId)) {
        // A token's id is all that tells whose a session is that got it just as the token was renewed.
        const hasOurId = truth.sessions.some(
          ({ isOurs, userId: its, id: number, until }) =>
            isOurs &&
            its === userId &&
            number === session.id &&
            until !== null &&
            Math.abs(until - session.since) <= APART_MS,
        )
        // Within the second that names it, a service may give an id again.
        const hasItsIdentity = truth.sessions.some(
          (other) =>
            other !== session &&
            other.userId === userId &&
            other.id === session.id &&
            other.createdAt === session.createdAt &&
            evidence.hasSeen(other.uid, base),
        )
        const isKnown = hasOurId || hasItsIdentity || session.isOurs || session.createdAt <= since
        const key = keyOf(id, session)
        // Of an app that is killed as it stores an alert, the next one shows it, without telling of it again.
        if (shownIds.has(session.id)) checked.add(key)
        if (isKnown || done.has(key) || checked.has(key)) continue
        const shown = lists.filter(({ uids, askedAt }) => askedAt >= startedAt && uids.has(session.uid))
        const [first, last] = [shown[0], shown.at(-1)]
        const isSeenTwice = first && last && last.askedAt - first.answeredAt >= APART_MS
        if (!isSeenTwice || now() - last.answeredAt < LATEST_MS) continue
        checked.add(key)
        const hasRenewed = truth.sessions.some(
          (other) => other !== session && other.device === session.device && evidence.hasSeen(other.uid),
        )
        if (!hasRenewed && !evidence.looksRenewed(session, base, startedAt))
          violations.add('no alert', session.uid, `${nameOf(session)} is new.`)
      }
    },
  }
}
