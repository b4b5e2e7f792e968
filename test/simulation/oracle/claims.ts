import { isOwnActor, type Actor } from '../../../electron/shared/activity.ts'
import type { RecordedSession } from '../../../electron/features/sessions/domain/record.ts'
import type { AppProcess } from '../world/app-process.ts'
import type { TrueSession, Truth } from '../world/truth.ts'
import type { Evidence } from './evidence.ts'
import { nameOf, type Intent, type Intents, type IntentSource } from './intents.ts'
import type { Violations } from './violations.ts'

/** A place of the app that says what became of a session: a message, a page, a notice. */
export type Place = 'end' | 'batch' | 'review' | 'history' | 'unsent' | 'export'

/** Compares what places say of sessions with the truth, and with what the app could know. */
export interface Claims {
  /** An account says that a session is not signed in any more; a session is judged once for each place. */
  toldGone(place: Place, account: AccountAddress, session: TrueSession | undefined): void
  /** An account says who ended a session. */
  toldActor(
    place: Place,
    account: AccountAddress,
    session: TrueSession | undefined,
    actor: Actor | null,
  ): void
  /** Says that nobody knows what became of a DELETE. */
  toldUnconfirmed(place: Place, session: TrueSession | undefined): void
  /** Compares the history of an account with what it said before. */
  checkHistory(process: AppProcess, account: AccountAddress): void
  /** What two good lists show is listed again, whatever was said of it before. */
  checkTakenBack(process: AppProcess, accountId: string, userId: number): void
  /**
   * A new process does not say what the one before had in memory only, and does not know what it did and could not store of
   * these users; `aliveAt` is when that one last did anything.
   */
  forget(userIds: ReadonlySet<number>, aliveAt: number): void
}

/** An account and the address at which it signed in. */
export interface AccountAddress {
  id: string
  userId: number
  base: string
}

/** How long a list may wait for a second one. */
const MAX_WAIT_MS = 20_000

const SAYS: Readonly<Record<Place, string>> = {
  end: 'A message says',
  batch: 'A batch says',
  review: 'The review says',
  history: 'The history says',
  unsent: 'The notice of unsent ends says',
  export: 'The saved history says',
}

/** The kinds of violation of places that repeat what was said before, whatever it was concluded from. */
const KINDS: Readonly<Partial<Record<Place, string>>> = { review: 'reported gone', export: 'saved as gone' }

const NAMES_ACTORS: ReadonlySet<Place> = new Set(['history', 'export'])

const APART_MS = 1_000
const ANSWER_DELAY_MS = 2_000
/** Answers that refuse a DELETE for certain. */
const REFUSALS = [403, 409, 422]

/** Creates a collection without claims; `now` is the true time, ms. */
export function createClaims(
  now: () => number,
  truth: Truth,
  evidence: Evidence,
  intents: Intents,
  violations: Violations,
): Claims {
  /** When each place first said that a session is gone. */
  const gone = new Map<string, { place: Place; session: TrueSession; at: number }>()
  /** The sessions that a process before asked to end, and could not store that it did. */
  const notStored = new Set<number>()
  /** When the process started: it does not know what lists showed before and the one before could not store. */
  let startedAt = 0

  function toldGone(place: Place, { base }: AccountAddress, session: TrueSession | undefined): void {
    if (!session || gone.has(`${place} ${session.uid}`)) return
    gone.set(`${place} ${session.uid}`, { place, session, at: now() })
    if (session.until === null) {
      const doubt = evidence.doubtThatGone(session)
      if (doubt)
        violations.add(
          KINDS[place] ?? `told gone by ${doubt.grade}`,
          session.uid,
          `${SAYS[place]} that ${nameOf(session)} is gone: ${doubt.why}.`,
        )
      return
    }
    const heir = session.endedBy === 'renewal' ? evidence.certainRenewal(session, base) : null
    // A process that was killed may have sent its DELETE, for all that the next one knows.
    const mayBeSent = intents.all.some(({ first, askedAt }) => first === session && askedAt <= startedAt)
    if (heir?.until === null && !mayBeSent)
      violations.add(
        'told gone though renewed',
        session.uid,
        `${SAYS[place]} that ${nameOf(session)} is gone, which is ${nameOf(heir)} now.`,
      )
  }

  function toldActor(
    place: Place,
    { base }: AccountAddress,
    session: TrueSession | undefined,
    actor: Actor | null,
  ): void {
    if (!session) return
    const isAbout = ({ first, session: about }: Intent): boolean =>
      intents.withHeirs(first).includes(session) ||
      (about.userId === session.userId && about.id === session.id)
    const wasAskedBy = (source: IntentSource): boolean =>
      intents.all.some((intent) => intent.source === source && isAbout(intent))
    if ((actor === 'rule' || actor === 'review') && !wasAskedBy(actor))
      violations.add(
        'credits an asking',
        session.uid,
        `${SAYS[place]} that a ${actor} ended ${nameOf(session)}.`,
      )
    if (session.until === null) return
    const answers = evidence.answers(session.uid)
    // Nothing tells the app that two addresses lead to one service.
    const isByThisApp = session.endedBy === 'app' && session.endedFrom === base
    // While it waits for a token or a second list, the app judges none: the end may come first.
    const shown = evidence
      .observations(session.userId)
      .filter((list) => list.base === base && list.uids.has(session.uid) && !list.isWaiting)
    const { until } = session
    const wasJudged = shown.length > 1 || shown.some(({ answeredAt }) => until - answeredAt > MAX_WAIT_MS)
    // Without ids and marks a later process does not know which session the token is of that it logs out.
    const isNameless = !truth.habits.idsInTokens && !truth.habits.marks
    const isForgotten = session.isOurs && isNameless && session.since <= startedAt
    if (actor === 'elsewhere' && isByThisApp && wasJudged && !notStored.has(session.uid) && !isForgotten)
      violations.add('credits others', session.uid, `${SAYS[place]} that others ended ${nameOf(session)}.`)
    const wasRefused =
      answers.length > 0 &&
      answers.every(({ status }) => status >= 300 && status < 500) &&
      evidence.wasAlwaysAnswered(session.uid)
    // A session that no list had shown then may have the id that a DELETE was for.
    const { userId, id } = session
    const isUnseenHeir = (other: TrueSession): boolean =>
      other.userId === userId &&
      other.id === id &&
      other.endedBy === 'app' &&
      !evidence.wasKnownWhenSent(other.uid, base)
    // A renewal in place keeps the id: a DELETE for the session before it ends the one after it.
    const isInItsPlace = (other: TrueSession): boolean =>
      other.device === session.device && other.id === id && evidence.wasSent(other.uid)
    // Only histories say who: elsewhere, what was asked for and is gone has ended, whatever the answer was.
    const wasAsked = !NAMES_ACTORS.has(place) && evidence.hasStrayed(session.uid)
    const isNotOurs =
      session.endedBy !== 'app' &&
      (!evidence.wasSent(session.uid) || wasRefused) &&
      !notStored.has(session.uid) &&
      !wasAsked &&
      !evidence.seemedEndedWithAll(session, base) &&
      !truth.sessions.some((other) => isUnseenHeir(other) || isInItsPlace(other))
    if (isOwnActor(actor) && isNotOurs)
      violations.add(
        'credits this app',
        session.uid,
        `${SAYS[place]} that this app ended ${nameOf(session)}.`,
      )
  }

  /** Whether a place that can change its mind still says that a session is gone. */
  function isStillTold(process: AppProcess, accountId: string, place: Place, session: TrueSession): boolean {
    const isIt = (id: number, createdAt: number | null): boolean =>
      id === session.id && createdAt === session.createdAt
    const { revocations, reviews } = process.services
    if (place === 'batch')
      return revocations
        .view(accountId)
        .ends.some(
          (end) => isIt(end.sessionId, end.createdAt) && ['confirmed', 'alreadyGone'].includes(end.state),
        )
    if (place === 'review')
      return (reviews.shown(accountId)?.items ?? []).some(
        (item) => isIt(item.id, item.createdAt) && ['ended', 'alreadyGone'].includes(item.outcome ?? ''),
      )
    return place === 'history'
  }

  /** The session that a record is about: a service may give an id again within the second that names it. */
  function namedBy(userId: number, record: RecordedSession): TrueSession | undefined {
    const isIt = (each: TrueSession): boolean =>
      each.userId === userId && each.id === record.id && each.createdAt === record.createdAt
    return (
      truth.sessions.findLast((each) => isIt(each) && each.name === record.name) ??
      intents.meant(userId, record)
    )
  }

  return {
    toldGone,
    toldActor,
    toldUnconfirmed(place, session) {
      const last = session && evidence.answers(session.uid).at(-1)
      const askedAt = intents.all.findLast((intent) => intent.session === session)?.askedAt ?? 0
      if (last && last.at >= askedAt && REFUSALS.includes(last.status))
        violations.add(
          'hides a refusal',
          session.uid,
          `${SAYS[place]} that nobody knows of ${nameOf(session)}, after a ${last.status}.`,
        )
    },
    checkHistory(process, account) {
      for (const record of process.services.history.of(account.id)?.sessions ?? []) {
        const session = namedBy(account.userId, record)
        const key = `history ${session?.uid}`
        if (record.endedAt === null) gone.delete(key)
        else if (!gone.has(key) && !session?.isOurs) {
          toldGone('history', account, session)
          toldActor('history', account, session, record.endedBy)
        }
      }
    },
    checkTakenBack(process, accountId, userId) {
      const good = evidence.observations(userId).filter(({ flaw }) => flaw === null)
      const [first, second] = good.slice(-2)
      if (!first || !second || second.askedAt - first.answeredAt < APART_MS) return
      if (first.askedAt < startedAt) return
      for (const { place, session, at } of gone.values()) {
        const isListed = first.uids.has(session.uid) && second.uids.has(session.uid)
        const isWrong = session.userId === userId && session.until === null && first.askedAt >= at
        if (isListed && isWrong && isStillTold(process, accountId, place, session))
          violations.add(
            'not taken back',
            session.uid,
            `${SAYS[place]} still that ${nameOf(session)} is gone.`,
          )
      }
    },
    forget(userIds, aliveAt) {
      startedAt = now()
      for (const [key, { place }] of gone) if (place === 'batch') gone.delete(key)
      for (const { uid, userId, endedBy } of truth.sessions) {
        const isLost = userIds.has(userId) && (evidence.wasSent(uid) || endedBy === 'app')
        // Answers are on disk within a second, unless that write is the one at which a process is killed.
        const isRecent = evidence.answers(uid).some(({ at }) => aliveAt - at <= ANSWER_DELAY_MS)
        if (isLost || isRecent) notStored.add(uid)
      }
    },
  }
}
