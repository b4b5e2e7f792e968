import { DAY_MS } from '../../../shared/dates.ts'
import { isOwnActor, type Actor } from '../../../shared/activity.ts'
import { withFields } from '../../../shared/fields.ts'
import { groupBy } from '../../../shared/group-by.ts'
import { timeOfUse } from '../../../shared/last-use.ts'
import type { SessionIdentity } from '../../../shared/session.ts'
import { factsOf, isSameSession, type ApiSession } from '../../../domain/api-session.ts'
import { byAge } from './display-names.ts'
import { createRecordedSession, type RecordedSession, type SessionRecord } from './record.ts'

/** What the caller knows beside the rows; `at` is when they arrived, epoch ms by the service's clock. */
export interface RecordFacts {
  at: number
  /** When the list before it arrived; null if the record has lost that, and perhaps sessions. Then none raises an alert. */
  checkedAt: number | null
  /** Who ended a session that is gone; null while this app's DELETE of it is out. */
  byWhom(session: RecordedSession): Actor | null
  /** Whether the token of a session was issued to this app. */
  isOurs(session: SessionIdentity): boolean
  /** Whether a session is an orphan of this app's lost renewal. */
  isOrphan(id: number): boolean
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

/** A recorded session and its row in a list. */
interface Pair {
  session: RecordedSession
  row: ApiSession
}

/** A list beside the sessions that were listed before: what is there still, what went, and what came. */
export interface Compared {
  kept: readonly Pair[]
  went: readonly RecordedSession[]
  came: readonly ApiSession[]
}

/** A session that was unused for this long counts as used again. */
export const LONG_UNUSED_MS = 7 * DAY_MS
/** Between lists this far apart, an end has a time span; in the tray lists are 5 minutes apart. */
const MIN_SPAN_MS = 900_000
/** Since its last use, a device may have renewed its token within this time, ms. */
const IN_USE_MS = DAY_MS

/** Returns the earliest time of the changes since the last list, if that list is long ago; else null. */
export function spanOf({ at, checkedAt }: Pick<RecordFacts, 'at' | 'checkedAt'>): number | null {
  return at - (checkedAt ?? at) >= MIN_SPAN_MS ? checkedAt : null
}

/**
 * Returns the record updated with the rows of a good list, or of two together; the same sessions if nothing changed. The only
 * comparison of lists.
 */
export function updateRecord(
  record: SessionRecord,
  rows: readonly ApiSession[],
  facts: RecordFacts,
): UpdatedRecord {
  const { returned, ...compared } = takeReturned(record.sessions, compare(record.sessions, rows))
  const { own, ...others } = followDevice(compared)
  const renewed = findRenewed({ ...others, kept: [...others.kept, ...returned] }, facts)
  const [renewedRows, formers] = [
    new Set(renewed.map(({ row }) => row)),
    new Set(renewed.map((pair) => pair.session)),
  ]
  const came = others.came.filter((row) => !renewedRows.has(row))
  const gone = others.went.filter((session) => !formers.has(session))
  const back = new Set(returned.map(({ session }) => session))
  // They went while this app's DELETE of them was out, or before the service confirmed one.
  const isUnnamed = ({ endedBy, answer }: RecordedSession): boolean =>
    endedBy === null || (answer === 'ended' && !isOwnActor(endedBy))
  const unnamed = record.sessions.filter(
    (session) => session.endedAt !== null && isUnnamed(session) && !back.has(session),
  )

  const changes: RecordChange[] = []
  const updated = new Map<RecordedSession, RecordedSession>()
  const update = ({ session: before, row }: Pair, part: Partial<RecordedSession> = {}): RecordedSession => {
    const next = withRow(before, row)
    if (next === before && Object.keys(part).length === 0) return before
    // They are stored with the rest, and never alone: the list that is shown has the fresh ones.
    const session = { ...next, ...part, serviceFields: row.serviceFields }
    updated.set(before, session)
    return session
  }

  for (const pair of others.kept) {
    const session = update(pair)
    if (isUsedAgain(pair.session, pair.row)) changes.push({ kind: 'usedAgain', session })
  }
  for (const pair of own) update(pair, identityOf(pair.row))
  for (const pair of renewed) {
    const { answer: _, ...session } = update(pair, identityOf(pair.row))
    updated.set(pair.session, session)
    changes.push({ kind: 'renewed', session })
  }
  for (const before of [...gone, ...unnamed]) {
    const session = withEnd(before, facts)
    if (session === before) continue
    updated.set(before, session)
    changes.push({ kind: 'ended', actor: session.endedBy, session })
  }
  for (const pair of returned) {
    const { endedAfter: _, ...session } = update(pair, { endedAt: null, endedBy: null })
    updated.set(pair.session, session)
    // What the history never said needs no correction.
    if (pair.session.endedBy !== null) changes.push({ kind: 'returned', session })
  }
  const former = own[0]?.session
  const added = byAge(came).map((row, index) => {
    // Its token was replaced, so the app logs it out.
    const isFormer = former !== undefined && isSameSession(former, row)
    const origin =
      isFormer || row.isCurrent || facts.isOurs(row) ? 'own' : facts.isOrphan(row.id) ? 'orphan' : 'elsewhere'
    const raisesAlert = origin === 'elsewhere' && facts.alertsEnabled && facts.checkedAt !== null
    const session = createRecordedSession(row, record.nextKey + index, facts.at, {
      alert: raisesAlert ? 'open' : 'none',
      ...(isFormer ? { answer: 'lost' } : {}),
    })
    if (!isFormer) changes.push({ kind: 'appeared', origin, session })
    return session
  })

  if (updated.size + added.length === 0) return { ...record, changes }
  const sessions = [...record.sessions.map((session) => updated.get(session) ?? session), ...added]
  return { nextKey: record.nextKey + added.length, sessions, changes }
}

const identityOf = ({ id, createdAt }: SessionIdentity): SessionIdentity => ({ id, createdAt })

/** Line 2: what is there still, what went, and what came. */
export function compare(sessions: readonly RecordedSession[], rows: readonly ApiSession[]): Compared {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const kept: Pair[] = []
  const went: RecordedSession[] = []
  for (const session of sessions) {
    const row = byId.get(session.id)
    if (session.endedAt !== null) continue
    if (row && isSameSession(session, row)) kept.push({ session, row })
    else went.push(session)
  }
  const there = new Set(kept.map(({ row }) => row))
  return { kept, went, came: rows.filter((row) => !there.has(row)) }
}

/** Line 2: what came with the identity of a session that is gone did not end. Of several, the last recorded. */
export function takeReturned(
  sessions: readonly RecordedSession[],
  compared: Compared,
): Compared & { returned: readonly Pair[] } {
  const byId = groupBy(
    sessions.filter(({ endedAt }) => endedAt !== null),
    ({ id }) => id,
  )
  const returned = compared.came.flatMap((row): Pair[] => {
    const session = byId.get(row.id)?.findLast((each) => isSurelySame(each, row))
    return session ? [{ session, row }] : []
  })
  const back = new Set(returned.map(({ row }) => row))
  return { ...compared, returned, came: compared.came.filter((row) => !back.has(row)) }
}

/** Whether two rows with a list without them in between are one session: without a time, only the name can tell. */
function isSurelySame(before: RecordedSession, after: ApiSession): boolean {
  const areDated = before.createdAt !== null && after.createdAt !== null
  return isSameSession(before, after) && (areDated || before.name === after.name)
}

/** Line 3: this device's new row keeps this device's key; the row that it had before, if it is listed still, came anew. */
export function followDevice(compared: Compared): Compared & { own: readonly Pair[] } {
  const { kept, went, came } = compared
  const row = came.find(({ isCurrent }) => isCurrent)
  const before = [...kept.map((pair) => pair.session), ...went].find(({ isCurrent }) => isCurrent)
  if (!row || !before) return { ...compared, own: [] }
  const left = kept.filter(({ session }) => session === before).map((pair) => pair.row)
  return {
    own: [{ session: before, row }],
    kept: kept.filter(({ session }) => session !== before),
    went: went.filter((session) => session !== before),
    came: [...came.filter((each) => each !== row), ...left],
  }
}

/**
 * Line 4: one went and one came with a name that nobody else listed has; the one was used within a day, no end of it was confirmed to this app,
 * and the token of the other was not issued to this app. So its device renewed its token.
 */
export function findRenewed(
  { kept, went, came }: Compared,
  { at, isOurs, byWhom }: Pick<RecordFacts, 'at' | 'isOurs' | 'byWhom'>,
): Pair[] {
  const names = groupBy([...kept.map(({ row }) => row), ...came], ({ name }) => name)
  const added = new Set(came)
  const before = groupBy([...kept.map(({ session }) => session), ...went], ({ name }) => name)
  return went.flatMap((session): Pair[] => {
    const rows = names.get(session.name) ?? []
    const isAlone = rows.length === 1 && before.get(session.name)?.length === 1
    const [row] = isAlone ? rows.filter((each) => added.has(each)) : []
    const wasUsed = at - (timeOfUse(session.lastUsedAt) ?? -Infinity) <= IN_USE_MS
    const isRenewal = row && wasUsed && !isOwnActor(byWhom(session)) && !isOurs(row) && !row.isCurrent
    return isRenewal ? [{ session, row }] : []
  })
}

/** Line 5: a session that is gone; the same one if nobody can tell by whom. */
function withEnd(session: RecordedSession, facts: RecordFacts): RecordedSession {
  const endedBy = facts.byWhom(session)
  if (session.endedAt !== null) return endedBy === null ? session : { ...session, endedBy }
  const span = spanOf(facts)
  const hasSpan = span !== null && endedBy !== null && !isOwnActor(endedBy)
  return { ...session, endedAt: facts.at, endedBy, ...(hasSpan ? { endedAfter: span } : {}) }
}

function isUsedAgain(before: RecordedSession, after: ApiSession): boolean {
  const [last, now] = [timeOfUse(before.lastUsedAt), timeOfUse(after.lastUsedAt)]
  return !after.isCurrent && (now ?? 0) - (last ?? Infinity) >= LONG_UNUSED_MS
}

/** Updates a session with its listed row, but for its service fields; returns the same object if nothing is to be stored. */
function withRow(before: RecordedSession, row: ApiSession): RecordedSession {
  const usedAt = timeOfUse(row.lastUsedAt)
  // An unknown time does not replace a known one.
  const wasUsed =
    usedAt === null
      ? before.lastUsedAt === 'unknown' && row.lastUsedAt === null
      : usedAt > (timeOfUse(before.lastUsedAt) ?? -Infinity)
  const { serviceFields: _, ...facts } = factsOf(row)
  const next = withFields(before, {
    ...facts,
    id: before.id,
    createdAt: row.createdAt ?? before.createdAt,
    lastUsedAt: wasUsed ? row.lastUsedAt : before.lastUsedAt,
  })
  if (next === before) return before
  return {
    ...next,
    signedInAt: before.signedInAt ?? next.createdAt,
    // The current session is this device, so its alert is closed.
    alert: next.isCurrent && before.alert === 'open' ? 'none' : before.alert,
  }
}
