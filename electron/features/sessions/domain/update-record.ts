import { DAY_MS } from '../../../shared/dates.ts'
import { isOwnActor, type Actor, type OwnActor } from '../../../shared/activity.ts'
import { withFields } from '../../../shared/fields.ts'
import { timeOfUse } from '../../../shared/last-use.ts'
import type { SessionIdentity } from '../../../shared/session.ts'
import { factsOf, isSameSession, type ApiSession } from '../../../domain/api-session.ts'
import { byAge, createNumbering, type NumberedSession } from './display-names.ts'
import { diffLists, isInUse } from './list-diff.ts'
import { createRecordedSession, sessionsById, type RecordedSession, type SessionRecord } from './record.ts'

/** What the caller knows beside a fresh list; `at` is when it arrived, epoch ms by the service's clock. */
export interface RecordFacts {
  at: number
  /** The first key of a new record. Other files may hold keys of a record that was lost, so it must be none of those. */
  firstKey: number
  /** When the list before it arrived; null if the record has lost that, and perhaps sessions. Then none raises an alert. */
  checkedAt: number | null
  /** When this app last signed out everywhere; what began before then may have been ended by that. */
  endedAllAt: number | null
  /** The request that issued a session's token to this app, or null. */
  originOf(session: SessionIdentity): 'signIn' | 'renewal' | 'earlier' | null
  /** Whether this app is revoking a session now. */
  isRevoking(session: SessionIdentity): boolean
  /** Who asked this app to end a session. */
  askedBy(session: SessionIdentity): OwnActor
  /** Whether a session is an orphan of this app's lost renewal. */
  isOrphan(id: number): boolean
  /** Whether it is this device's session in another account of the same user. */
  isOwnElsewhere(session: ApiSession): boolean
  /** Whether the same user's other account here ended a session. */
  wasEndedElsewhere(session: SessionIdentity): boolean
  /** The key by which equal device names are numbered. */
  keyOf(raw: string): string
  /** All service names with numbers that no new session gets. */
  names: Iterable<NumberedSession>
  /** The aliases; no session gets one of them as its automatic name. */
  customNames: Iterable<string>
  /** False if another account reports the same sign-ins. */
  alertsEnabled: boolean
}

/** One thing that a list shows of a session, as it is in the record afterwards. */
export type RecordChange = { session: RecordedSession } & (
  | { kind: 'usedAgain' | 'renewed' | 'returned' }
  /** `actor` is null while the outcome of this app's revocation is open. */
  | { kind: 'ended'; actor: Actor | null }
  /** `origin`: this app has its token, lost it in a renewal, or never had it. */
  | { kind: 'appeared'; origin: 'own' | 'orphan' | 'elsewhere' }
)

/** A record updated with a list, and what that list shows, in the order in which a history tells it. */
export interface UpdatedRecord extends SessionRecord {
  changes: RecordChange[]
}

/** A session that was unused for this long counts as used again. */
export const LONG_UNUSED_MS = 7 * DAY_MS
/** Between lists this far apart, an end has a time span; in the tray lists are 5 minutes apart. */
const MIN_SPAN_MS = 900_000

/** Returns the earliest time of the changes since the last list, if that list is long ago; else null. */
export function spanOf({ at, checkedAt }: Pick<RecordFacts, 'at' | 'checkedAt'>): number | null {
  return at - (checkedAt ?? at) >= MIN_SPAN_MS ? checkedAt : null
}

/** Returns the record of a first list, whose sessions raise no alert. */
export function beginRecord(
  fresh: readonly ApiSession[],
  facts: Pick<RecordFacts, 'at' | 'firstKey' | 'originOf' | 'keyOf' | 'names' | 'customNames'>,
): UpdatedRecord {
  const numberOf = createNumbering(facts.names, facts.keyOf, facts.customNames)
  const numbers = new Map(byAge(fresh).map((row) => [row, numberOf(row.name)]))
  const sessions = fresh.map((row, index) =>
    createRecordedSession(row, facts.firstKey + index, facts.at, { number: numbers.get(row) ?? 1 }),
  )
  const changes = sessions
    .filter((session) => session.isCurrent && facts.originOf(session) === 'signIn')
    .map((session): RecordChange => ({ kind: 'appeared', origin: 'own', session }))
  return { nextKey: facts.firstKey + sessions.length, sessions, changes }
}

/** Returns the record updated with a fresh list; the same sessions if nothing changed. The only comparison of lists. */
export function updateRecord(
  record: SessionRecord,
  fresh: readonly ApiSession[],
  facts: RecordFacts,
): UpdatedRecord {
  const { at, originOf } = facts
  const numberOf = createNumbering(facts.names, facts.keyOf, facts.customNames)
  /** Whether a session's last renewal is certain: this device's, which no list can refute. */
  const isOwnRenewal = (session: RecordedSession): boolean =>
    session.isCurrent || originOf(session) === 'renewal'
  const leftOvers = findLeftOvers(fresh, record.sessions, isOwnRenewal)
  const { sessions: before, split } = unpairReturned(record.sessions, fresh, isOwnRenewal)
  const listed = before.filter(({ endedAt }) => endedAt === null)
  // A session that is listed again did not end: servers behind one address may disagree for a moment.
  const returning = findReturning(before, listed, fresh)
  const diff = diffLists(
    listed,
    fresh.filter((row) => !returning.has(row)),
    {
      isPossible: (known, row) =>
        // Answered with 404, it may well have another id now.
        (known.answer === 'gone' || (known.answer === undefined && !facts.isRevoking(known))) &&
        originOf(row) !== 'signIn' &&
        !split.has(row),
      isInUse: (known) => isInUse(known, at),
      isEnded: ({ answer }) => answer === 'ended',
      isOwn: (known) => originOf(known) !== null,
      isOwnRenewal: (row) => originOf(row) === 'renewal',
    },
  )
  const span = spanOf(facts)
  const changes: RecordChange[] = []
  const updated = new Map<RecordedSession, RecordedSession>()

  function withRow(known: RecordedSession, row: ApiSession): RecordedSession {
    const next = withListed(known, row)
    // A name with another key needs a new number.
    const isSameName = known.name === next.name || facts.keyOf(known.name) === facts.keyOf(next.name)
    return isSameName ? next : { ...next, number: numberOf(next.name) }
  }

  for (const { before: known, after } of diff.kept) {
    const session = withRow(known, after)
    if (isUsedAgain(known, after)) changes.push({ kind: 'usedAgain', session })
    if (session !== known) updated.set(known, session)
  }
  for (const { before: known, after } of diff.renewed) {
    const { answer: _, renewedFrom: _former, ...renewed } = { ...withRow(known, after), id: after.id }
    const session = { ...renewed, renewedFrom: { id: known.id, createdAt: known.createdAt } }
    updated.set(known, session)
    if (!after.isCurrent) changes.push({ kind: 'renewed', session })
  }
  for (const known of diff.vanished) {
    const actor = endedBy(known, facts)
    const hasSpan = span !== null && actor !== null && !isOwnActor(actor)
    const after = hasSpan ? { endedAfter: span } : {}
    const session = { ...known, endedAt: at, endedBy: actor, ...after }
    updated.set(known, session)
    changes.push({ kind: 'ended', actor, session })
  }
  for (const [row, known] of returning) {
    const { endedAfter: _, ...listedAgain } = withRow(known, row)
    const session = { ...listedAgain, endedAt: null, endedBy: null }
    updated.set(known, session)
    changes.push({ kind: 'returned', session })
  }
  const appeared = [...diff.appeared, ...diff.perhapsRenewed]
  const numbers = new Map(byAge(appeared).map((row) => [row, numberOf(row.name)]))
  // A DELETE names an id: it may have ended the session that had got it when the request arrived.
  const isAsked = ({ answer }: RecordedSession): boolean => answer !== undefined && answer !== 'gone'
  const asked = new Set(diff.vanished.filter(isAsked).map(({ id }) => id))
  const askedBefore = sessionsById(before.filter(isAsked))
  const wasAsked = ({ id, createdAt }: ApiSession): boolean => {
    if (createdAt === null) return asked.has(id)
    const isOfBefore = askedBefore.get(id)?.some(({ endedAt }) => createdAt <= (endedAt ?? 0)) ?? false
    // Its time may be that of the second in which the sign-out ended; of this app's own, the token tells.
    const isOfAll = originOf({ id, createdAt }) === null && createdAt < (facts.endedAllAt ?? -Infinity)
    return asked.has(id) || isOfBefore || isOfAll
  }
  const added = appeared.map((row, index) => {
    const mayBeRenewed = index >= diff.appeared.length
    const isOurs = row.isCurrent || originOf(row) !== null || facts.isOwnElsewhere(row)
    const isLeftOver = leftOvers.has(row) || facts.isOrphan(row.id)
    const origin = isOurs ? 'own' : isLeftOver ? 'orphan' : 'elsewhere'
    const raisesAlert = origin === 'elsewhere' && facts.alertsEnabled && facts.checkedAt !== null
    const session = createRecordedSession(row, record.nextKey + index, at, {
      number: numbers.get(row) ?? 1,
      alert: raisesAlert ? 'open' : 'none',
      mayBeRenewed: raisesAlert && mayBeRenewed,
      ...(wasAsked(row) ? { answer: 'lost' } : {}),
    })
    changes.push({ kind: 'appeared', origin, session })
    return session
  })

  if (updated.size + added.length === 0 && before === record.sessions) return { ...record, changes }
  const sessions = [...before.map((session) => updated.get(session) ?? session), ...added]
  return { nextKey: record.nextKey + added.length, sessions, changes }
}

/** The rows of this device's session before its renewal: a server that is behind shows them, or the service kept them. */
function findLeftOvers(
  fresh: readonly ApiSession[],
  sessions: readonly RecordedSession[],
  isOwnRenewal: (session: RecordedSession) => boolean,
): ReadonlySet<ApiSession> {
  const formers = sessions.flatMap((session) =>
    session.renewedFrom && session.endedAt === null && isOwnRenewal(session) ? [session.renewedFrom] : [],
  )
  return new Set(fresh.filter((row) => formers.some((former) => isSameSession(former, row))))
}

/**
 * Takes back the renewals that a list refutes, because it shows the identity of before: the session gets it again, and
 * with it all that refers to it. `split` are the rows of what was taken for its renewal, if they are listed too.
 */
function unpairReturned(
  sessions: readonly RecordedSession[],
  fresh: readonly ApiSession[],
  isOwnRenewal: (session: RecordedSession) => boolean,
): { sessions: readonly RecordedSession[]; split: ReadonlySet<ApiSession> } {
  const split = new Set<ApiSession>()
  const paired = sessions.filter(
    (session) => session.renewedFrom && session.endedAt === null && !isOwnRenewal(session),
  )
  if (paired.length === 0) return { sessions, split }
  const rows = new Map(fresh.map((row) => [row.id, row]))
  const held = new Set(sessions.flatMap(({ id, endedAt }) => (endedAt === null ? [id] : [])))
  const unpaired = new Map<RecordedSession, RecordedSession>()
  for (const session of paired) {
    const { renewedFrom: former, ...rest } = session
    const row = former && rows.get(former.id)
    if (!row || held.has(former.id) || !isSameSession(former, row)) continue
    const heir = rows.get(session.id)
    if (heir && isSameSession(session, heir)) split.add(heir)
    unpaired.set(session, { ...rest, ...former })
  }
  if (unpaired.size === 0) return { sessions, split }
  return { sessions: sessions.map((session) => unpaired.get(session) ?? session), split }
}

/**
 * Finds sessions that are recorded as ended but listed again, by their row in the fresh list; of several, the last
 * recorded.
 */
function findReturning(
  known: readonly RecordedSession[],
  listed: readonly RecordedSession[],
  fresh: readonly ApiSession[],
): Map<ApiSession, RecordedSession> {
  const listedIds = new Set(listed.map(({ id }) => id))
  const byId = sessionsById(known)
  const returning = new Map<ApiSession, RecordedSession>()
  for (const row of fresh) {
    if (listedIds.has(row.id)) continue
    const ended = byId.get(row.id)?.findLast((recorded) => isSurelySame(recorded, row))
    if (ended) returning.set(row, ended)
  }
  return returning
}

/** Whether two rows with a list without them in between are one session: without a time, only the name can tell. */
function isSurelySame(before: RecordedSession, after: ApiSession): boolean {
  const areDated = before.createdAt !== null && after.createdAt !== null
  return isSameSession(before, after) && (areDated || before.name === after.name)
}

/** Returns who ended a session; null while only the outcome of this app's revocation can tell. */
function endedBy(session: RecordedSession, facts: RecordFacts): Actor | null {
  const { isRevoking, wasEndedElsewhere, originOf } = facts
  if (session.answer === 'ended') return facts.askedBy(session)
  if (wasEndedElsewhere(session)) return 'thisApp'
  if (session.answer === 'gone') return 'unknown'
  if (isRevoking(session)) return null
  // Nobody can tell who ended a session of this device, or one whose DELETE may have been carried out.
  const isOwn = session.isCurrent || originOf(session) !== null
  return isOwn || session.answer === 'lost' ? 'unknown' : 'elsewhere'
}

function isUsedAgain(before: RecordedSession, after: ApiSession): boolean {
  const [last, now] = [timeOfUse(before.lastUsedAt), timeOfUse(after.lastUsedAt)]
  return !after.isCurrent && (now ?? 0) - (last ?? Infinity) >= LONG_UNUSED_MS
}

/** Updates a session with its listed row; returns the same object if nothing is to be stored. */
function withListed(before: RecordedSession, after: ApiSession): RecordedSession {
  const usedAt = timeOfUse(after.lastUsedAt)
  // An unknown time does not replace a known one.
  const wasUsed =
    usedAt === null
      ? before.lastUsedAt === 'unknown' && after.lastUsedAt === null
      : usedAt > (timeOfUse(before.lastUsedAt) ?? -Infinity)
  const next = withFields(before, {
    ...factsOf(after),
    id: before.id,
    createdAt: after.createdAt ?? before.createdAt,
    lastUsedAt: wasUsed ? after.lastUsedAt : before.lastUsedAt,
  })
  if (next === before) return before
  const { answer: known, ...rest } = next
  // The app logs out a token that it replaced: nobody else need have ended its session. This device's own is ended by no DELETE.
  const answer = before.isCurrent ? (known ?? 'lost') : known
  const answered = answer === undefined || (next.isCurrent && answer === 'lost') ? {} : { answer }
  // The current session is this device, so its alert is closed.
  const alert = next.isCurrent && before.alert === 'open' ? 'none' : before.alert
  return { ...rest, ...answered, alert, signedInAt: before.signedInAt ?? next.createdAt }
}
