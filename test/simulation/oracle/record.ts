import type { Computer } from '../world/computer.ts'
import type { TrueSession, Truth } from '../world/truth.ts'
import { isConfirmed, type Evidence, type Observation } from './evidence.ts'
import type { Violations } from './violations.ts'

/** What all checks share. */
export interface Known {
  readonly computer: Computer
  readonly truth: Truth
  readonly evidence: Evidence
  readonly record: RecordModel
  readonly violations: Violations
  /** The true session that a key names. */
  sessionOf(accountId: string, key: number): TrueSession | undefined
}

/** An account of the app: its user, its address, and the key of its lists. */
export interface AccountAddress {
  readonly id: string
  readonly userId: number
  readonly base: string
  readonly key: string
}

/** What good lists may make the app believe of sessions, by the five lines of the design. It allows more than they say, if in doubt. */
export type RecordModel = ReturnType<typeof createRecordModel>

/** How long after the answer to a list the next one is asked for, at least, that may confirm what the first one lacks. */
const APART_MS = 1_000
/** For how long a list waits for the second one. */
const PAIR_MS = 10_000
const DAY_MS = 86_400_000
/** The app knows the service's clock by about a second, and a slow list is older. */
const MARGIN_MS = 60_000

/** Creates the model. */
export function createRecordModel(truth: Truth, evidence: Evidence) {
  const has = (list: Observation, { uid }: TrueSession): boolean => list.uids.has(uid)
  const wasConfirmed = (session: TrueSession, { base }: AccountAddress, at: number): boolean =>
    evidence
      .endsOf(session, base)
      .some((end) => isConfirmed(end) && !end.isForgotten && (end.answer?.at ?? Infinity) <= at)

  function isProvedGone(
    session: TrueSession,
    account: AccountAddress,
    before = Infinity,
    by?: number,
  ): boolean {
    // What a process that was killed had concluded need not be stored.
    const good = evidence
      .good(account.key)
      .filter(({ answeredAt, process }) => answeredAt < before && (by ?? process) === process)
    const at = good.findLastIndex((list) => !list.isSkipped && has(list, session))
    const after = good.slice(at + 1).filter((list) => !has(list, session))
    const isOther = (each: TrueSession): boolean =>
      each !== session && each.userId === session.userId && each.id === session.id
    // The app asks again by itself where the service had none for it.
    const all = evidence.lists(account.key).filter((each) => !each.isSkipped && each.unclear !== 'no list')
    // A second list counts that is asked for a second after the first one, and comes next.
    const isSecond = (list: Observation): boolean => {
      const first = all[all.indexOf(list) - 1]
      return first !== undefined && after.includes(first) && list.askedAt - first.answeredAt >= APART_MS
    }
    return after.some(
      (list) =>
        isSecond(list) ||
        // Without a record nothing says that there was a session to confirm the end of.
        evidence.isFirst(account.key, list) ||
        (good[at]?.own === session.uid && list.own !== session.uid) ||
        truth.sessions.some((each) => isOther(each) && has(list, each)) ||
        wasConfirmed(session, account, list.askedAt),
    )
  }

  /** The other sessions of its name in a list. */
  const namesakes = (list: Observation, { uid, name }: TrueSession): TrueSession[] =>
    truth.sessions.filter((each) => each.uid !== uid && each.name === name && has(list, each))

  /** How long a session was unused when a list came, as another list says, ms; infinite if it never was. */
  function unusedMs(session: TrueSession, said: Observation, { answeredAt }: Observation): number {
    const usedAt = said.usedAt.get(session.uid) ?? -Infinity
    return truth.timeAt(answeredAt) - usedAt
  }

  /** Whether one of its name was used within a day before a list, as earlier ones say: the record keeps that over renewals. */
  const wasUsed = (before: readonly Observation[], session: TrueSession, list: Observation): boolean =>
    before.some((said) =>
      [session, ...namesakes(said, session)].some((each) => unusedMs(each, said, list) <= DAY_MS + MARGIN_MS),
    )

  function seemsRenewed(one: TrueSession, other: TrueSession, account: AccountAddress): boolean {
    if (one === other || one.userId !== other.userId || one.name !== other.name) return false
    const good = evidence.good(account.key)
    return good.some((list, at) => {
      const before = good.slice(0, at)
      const [last, previous] = [before.findLast((each) => has(each, one)), before.at(-1)]
      if (!last || !previous || has(list, one) || !has(list, other)) return false
      // Of lists that a process before received, nobody knows whether they were stored.
      // A list whose second one this may be need not have been another one's second.
      const isPair = !has(previous, one) && list.askedAt - previous.answeredAt <= PAIR_MS
      const { answeredAt } = isPair ? previous : list
      const cameNow = !has(previous, other) || previous.isSkipped || previous.process !== list.process
      const isEnded = (each: TrueSession): boolean => wasConfirmed(each, account, list.answeredAt)
      return (
        cameNow &&
        !isEnded(one) &&
        !isProvedGone(one, account, answeredAt, list.process) &&
        namesakes(last, one).every((each) => each === other || isEnded(each)) &&
        namesakes(list, other).every(isEnded) &&
        wasUsed(good.slice(0, at), one, list)
      )
    })
  }

  function certainHeir(session: TrueSession, account: AccountAddress): TrueSession | null {
    const all = evidence.lists(account.key)
    const at = all.findLastIndex((list) => list.unclear === null && has(list, session))
    const [last, first, second] = all.slice(at, at + 3)
    if (at < 0 || !last || !first || !second || session.endedBy !== 'renewal' || session.isOurs) return null
    const three = [last, first, second]
    const pairMs = second.askedAt - first.answeredAt
    const areJudged = three.every((list) => list.unclear === null && !list.isSkipped)
    const isOneProcess =
      three.every(({ process }) => process === last.process) && !evidence.mayBeUnstored(second)
    if (!areJudged || !isOneProcess || pairMs < APART_MS || pairMs > PAIR_MS - MARGIN_MS / 10) return null
    const known = all.slice(0, at + 1)
    // A list that lacks a session waits for the next one, and shows what it has together with that.
    const before = known.findLast((list) => list !== last && list.unclear === null)
    if (truth.sessions.some((each) => before && has(before, each) && !has(last, each))) return null
    const heir = truth
      .withHeirs(session)
      .slice(1)
      .find((each) => has(first, each) && has(second, each) && !known.some((list) => has(list, each)))
    if (!heir || heir.name !== session.name || unusedMs(session, last, second) > DAY_MS - MARGIN_MS)
      return null
    // A namesake may have gone or come with them, also one that these lists lack and a good one before showed.
    const mayBeAnother = truth.sessions.some(
      (each) =>
        each !== session &&
        each !== heir &&
        each.name === session.name &&
        (three.some((list) => has(list, each)) ||
          (known.some((list) => has(list, each)) && !isProvedGone(each, account, first.answeredAt))),
    )
    const wasAsked = [session, heir].some((each) => evidence.endsOf(each).length > 0)
    // What has the id of a token of ours counts as ours.
    const isCertain = !mayBeAnother && !wasAsked && heir.id !== session.id
    return isCertain && !evidence.isGranted(heir.id, account.base) ? heir : null
  }

  return {
    /** Whether good lists prove to an account that a session is gone; with a time, those before it. */
    isProvedGone,
    /** Whether one session may seem to have been renewed as the other: one of a name went as one of that name came. */
    seemsRenewed,
    /** The session that one was renewed as for certain, so that the app has to know; null if lists leave a doubt. */
    certainHeir,
    /** Whether a list of somebody else's sessions was plain: they have keys, and true ones may seem to be renewed as them. */
    isDeceived: ({ key, userId }: AccountAddress) =>
      truth.sessions.some(
        (each) => each.userId !== userId && evidence.good(key).some((list) => has(list, each)),
      ),
    /** Whether two sessions may be one in the record: of one device, both this device's, or one seems to be the other renewed. */
    mayBeOne: (one: TrueSession, other: TrueSession, account: AccountAddress) =>
      one.device === other.device ||
      // The record of an API token that was signed out for a while heard of no answers: what ended seems renewed as a namesake.
      (account.key.endsWith(' API') && one.name === other.name) ||
      (one.isOurs && other.isOurs) ||
      truth
        .lineOf(one)
        .some((its) =>
          truth
            .lineOf(other)
            .some((each) => seemsRenewed(its, each, account) || seemsRenewed(each, its, account)),
        ),
  }
}
