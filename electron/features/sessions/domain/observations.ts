import { sortSessions } from '../../../domain/session-order.ts'
import type { ApiSession } from '../../../domain/api-session.ts'

/** A new session that is held back, as it was listed last. Times are ms by the steady clock. */
export interface HeldSession {
  session: ApiSession
  /** When lists showed it first and last. */
  firstAt: number
  lastAt: number
  /** When the first good list that lacks it since was answered; null if the last one shows it. */
  missedAt: number | null
}

/** What lists showed only once so far. */
export interface Doubts {
  /** The ids of known sessions that the last list lacked, and when the first list without them was answered, steady ms. */
  misses: ReadonlyMap<number, number>
  /** New sessions that may be the renewals of missed ones, by their ids. */
  held: ReadonlyMap<number, HeldSession>
  /** The ids of known sessions that lists in doubt lacked since the last good one, and since when, steady ms. */
  lacks: ReadonlyMap<number, number>
}

/** A list that is good, or at least ours, with what was known before it. Times are ms by the steady clock. */
export interface Observation extends Omit<Doubts, 'lacks'> {
  /** The rows of the list. */
  fresh: readonly ApiSession[]
  /** The rows that were known before. */
  known: readonly ApiSession[]
  askedAt: number
  answeredAt: number
  /** When the service made it, epoch ms by its clock; null if it did not say so. */
  date: number | null
  /** Whether the service made it later than the list before, where it says so: a copy of that one proves nothing more. */
  isLater: boolean
  /** Whether the response to a DELETE of this session arrived before the list was asked for. */
  isEnded(session: ApiSession): boolean
  /** Whether the history has this session, which may know more than the last list. */
  isRecorded(session: ApiSession): boolean
}

/** At least so long after the response of one list a second one is asked for, to count as another observation; ms. */
export const SECOND_LOOK_MS = 1_000
/** A session that began so recently needs a longer look: a server that is behind does not know it yet; ms. */
const YOUNG_MS = 60_000
/** So long after the first one that lacks a young session, a list proves that it is gone; ms. */
export const LONG_LOOK_MS = 5_000
/** After so long a list with the same `Date` is none of the same moment: the service has none that tells; ms. */
const MAX_COPY_MS = 60_000

/** For so long a session that may be the renewal of one that a list lacks waits for a good list; ms. */
const MAX_HELD_MS = 10_000

export const NO_DOUBTS: Doubts = { misses: new Map(), held: new Map(), lacks: new Map() }

/**
 * Returns the rows that are listed or missed by a good list, in the order of `sortSessions`. One list that lacks a session
 * proves nothing, because a server behind the same address may be a moment behind: until a second one lacks it too, the session
 * stays; until one 5 s later, if it began within a minute. When a new session with its name is first seen, it is left out,
 * because it may be the same device with a renewed token. This device's own session needs no second list where a new one takes
 * its place: only one session can be the current one.
 */
export function observe(observation: Observation): Doubts & { sessions: readonly ApiSession[] } {
  const { fresh, known, misses, held, askedAt, answeredAt, date, isLater, isEnded, isRecorded } = observation
  const listed = new Set(fresh.map(({ id }) => id))
  const isAnotherThan = (since: number, lookMs = SECOND_LOOK_MS): boolean =>
    askedAt - since >= (isLater ? lookMs : MAX_COPY_MS)
  const lookFor = ({ createdAt }: ApiSession): number =>
    date !== null && createdAt !== null && date - createdAt < YOUNG_MS ? LONG_LOOK_MS : SECOND_LOOK_MS
  const before = new Set(known.map(({ id }) => id))
  const own = fresh.find(({ isCurrent }) => isCurrent)
  const isReplaced = own !== undefined && !before.has(own.id)
  const isCopy = !isLater && ![...misses.values()].every((since) => isAnotherThan(since))
  const isOver = (session: ApiSession): boolean => (session.isCurrent && isReplaced) || isEnded(session)
  const open = known.filter((session) => !listed.has(session.id) && !isOver(session))
  const isUnproven = (session: ApiSession): boolean =>
    !isAnotherThan(misses.get(session.id) ?? Infinity, lookFor(session))
  const isYoung = (session: ApiSession): boolean => lookFor(session) === LONG_LOOK_MS
  const youngNames = new Set(open.filter((each) => isUnproven(each) && isYoung(each)).map(({ name }) => name))
  // While one with its name may be gone, nothing tells which of them a new one would be.
  const missed = open.filter((session) => isUnproven(session) || youngNames.has(session.name))
  const missedIds = new Set(missed.map(({ id }) => id))
  const gone = known.filter(({ id }) => !listed.has(id) && !missedIds.has(id))
  // What a list showed in the place of a session that is gone is there, even if this list lacks it, until its own misses prove more.
  const unlisted = [...held.values()].filter(
    ({ session: { id, name } }) =>
      !listed.has(id) && !before.has(id) && gone.some((session) => session.name === name),
  )
  const heirs = unlisted.map(({ session }) => session)
  if (missed.length + heirs.length === 0) return { sessions: fresh, ...NO_DOUBTS }
  const missing = [...missed, ...heirs]
  const names = new Set(missing.map(({ name }) => name))
  /** Whether a session may be the renewal of an heir: lists showed it only since they lack that. */
  const mayFollow = ({ id, name }: ApiSession): boolean =>
    unlisted.some(
      ({ session, lastAt }) => session.name === name && lastAt < (held.get(id)?.firstAt ?? -Infinity),
    )
  const waiting = fresh.filter((session) => {
    const { id, name, isCurrent } = session
    // A session with the id of another one proves that the other is gone, and takes its place at once.
    const isNew = !before.has(id) && !isRecorded(session)
    const isEarly = isCopy || !held.has(id) || youngNames.has(name) || mayFollow(session)
    return isNew && names.has(name) && !isCurrent && isEarly
  })
  const left = new Set(waiting)
  const shown = missed.map((session) =>
    session.isCurrent && own ? { ...session, isCurrent: false } : session,
  )
  const sessions = sortSessions([...fresh.filter((session) => !left.has(session)), ...shown, ...heirs])
  // Those that the list shows wait anew.
  const lacked = new Map(
    [...held].map(([id, each]) => [id, { ...each, missedAt: each.missedAt ?? answeredAt }]),
  )
  const missedSince = (id: number): number => misses.get(id) ?? lacked.get(id)?.missedAt ?? answeredAt
  return {
    sessions,
    misses: new Map(missing.map(({ id }) => [id, missedSince(id)])),
    held: heldAfter(lacked, waiting, sessions, answeredAt),
    lacks: NO_DOUBTS.lacks,
  }
}

/**
 * Returns the rows of a list with later sign-ins that other lists showed under the same ids: a server that shows an earlier one
 * is behind, and a DELETE would end the later one.
 */
export function withLatest(rows: readonly ApiSession[], known: readonly ApiSession[]): readonly ApiSession[] {
  const before = new Map(known.map((session) => [session.id, session]))
  const latest = rows.map((row) => {
    const other = before.get(row.id)
    const isLater = (other?.createdAt ?? -Infinity) > (row.createdAt ?? Infinity)
    return other && isLater ? { ...other, isCurrent: row.isCurrent } : row
  })
  return latest.every((row, at) => row === rows[at]) ? rows : latest
}

/** A list that is not good, with what was known before it. Times are ms by the steady clock. */
export interface PartialObservation
  extends Doubts, Pick<Observation, 'fresh' | 'known' | 'answeredAt' | 'isRecorded'> {
  /** The ids that the list itself has; `fresh` also has what it lacks. */
  listedIds: ReadonlySet<number>
}

/**
 * Returns the rows of a partial list that tell what is there, and the doubts that it leaves. It proves no session to be gone,
 * so that what may be the renewal of one that it lacks is left out, for as long as good lists may take.
 */
export function observePartial(
  observation: PartialObservation,
): Doubts & { sessions: readonly ApiSession[] } {
  const { fresh, known, misses, held, lacks, answeredAt, isRecorded, listedIds } = observation
  const before = new Set(known.map(({ id }) => id))
  const lacked = known.filter(({ id }) => !listedIds.has(id) && !misses.has(id))
  const lackedSince = new Map(lacked.map(({ id }) => [id, lacks.get(id) ?? answeredAt]))
  const isRecent = (since = -Infinity): boolean => answeredAt - since < MAX_HELD_MS
  const namesOf = (times: ReadonlyMap<number, number>): ReadonlySet<string> =>
    new Set(known.filter(({ id }) => isRecent(times.get(id))).map(({ name }) => name))
  const [missedNames, lackedNames] = [namesOf(misses), namesOf(lackedSince)]
  const added = fresh.filter(
    (session) => !before.has(session.id) && !isRecorded(session) && !session.isCurrent,
  )
  const waiting = added.filter(({ name }) => missedNames.has(name))
  // No good list lacks the others yet: the first one holds their renewals back anew.
  const left = new Set([...waiting, ...added.filter(({ name }) => lackedNames.has(name))])
  const sessions = left.size === 0 ? fresh : fresh.filter((session) => !left.has(session))
  return {
    sessions,
    misses: new Map([...misses].filter(([id]) => !listedIds.has(id))),
    held: heldAfter(held, waiting, sessions, answeredAt),
    lacks: lackedSince,
  }
}

/** The sessions that wait after a list: those that it shows and that wait, and those of before that are not shown yet. */
function heldAfter(
  held: ReadonlyMap<number, HeldSession>,
  waiting: readonly ApiSession[],
  shown: readonly ApiSession[],
  at: number,
): ReadonlyMap<number, HeldSession> {
  const shownIds = new Set(shown.map(({ id }) => id))
  const after = new Map([...held].filter(([id]) => !shownIds.has(id)))
  for (const session of waiting) {
    const firstAt = held.get(session.id)?.firstAt ?? at
    after.set(session.id, { session, firstAt, lastAt: at, missedAt: null })
  }
  return after
}
