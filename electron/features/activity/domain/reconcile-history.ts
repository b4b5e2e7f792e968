import type { Actor } from '../../../shared/activity.ts'
import { timeOfUse } from '../../../shared/last-use.ts'
import type { SessionIdentity } from '../../../shared/session.ts'
import { isSameSession, type ApiSession } from '../../../core/domain/api-session.ts'
import {
  createHistorySession,
  createEntry,
  namesIn,
  sessionsById,
  type History,
  type StoredEntry,
  type HistorySession,
} from './history.ts'
import { diffLists, isInUse } from '../../sessions/domain/list-diff.ts'
import { byAge, createNumbering } from '../../sessions/domain/display-names.ts'

/** What the caller knows beside a fresh list; `at` is when it arrived, epoch ms by the service's clock. */
export interface ReconcileContext {
  at: number
  /** When the list before it arrived, or null. */
  checkedAt: number | null
  /** The request that issued a session's token to this app, or null. */
  originOf(session: ApiSession): 'signIn' | 'renewal' | null
  /** Whether this app is revoking a session now, and will record the outcome. */
  isRevoking(session: SessionIdentity): boolean
  /** Whether a session is an orphan of this app's lost renewal. */
  isOrphan(id: number): boolean
  /** The key by which equal device names are numbered. */
  keyOf(raw: string): string
  /** The aliases; no session gets one of them as its automatic name. */
  customNames: Iterable<string>
  /** False if another account reports the same sign-ins. */
  alertsEnabled: boolean
}

/** A last use that is later by less than this is not stored. */
const USE_PRECISION_MS = 3_600_000
/** A session that was unused for this long gets an entry when it is used again. */
const LONG_UNUSED_MS = 7 * 86_400_000

/** Between lists this far apart, a change is recorded with a time span; in the tray lists are 5 minutes apart. */
const MIN_SPAN_MS = 900_000
/** Renewals of one device within this time share an entry. */
const RENEWAL_ENTRY_MS = 86_400_000

/**
 * Returns the history updated with a fresh list, and the sessions that raise an alert; the same history if nothing
 * changed. `history` is null before the first list, whose sessions raise no alert.
 */
export function reconcile(
  history: History | null,
  fresh: readonly ApiSession[],
  context: ReconcileContext,
): { history: History; newAlerts: HistorySession[] } {
  const { at, originOf } = context
  const numberOf = createNumbering(namesIn(history), context.keyOf, context.customNames)
  const numbersOf = (sessions: readonly ApiSession[]): Map<ApiSession, number> =>
    new Map(byAge(sessions).map((session) => [session, numberOf(session.name)]))
  if (history === null) {
    const numbers = numbersOf(fresh)
    const sessions = fresh.map((session) =>
      createHistorySession(session, at, { number: numbers.get(session) ?? 1 }),
    )
    const ownSessions = sessions.filter((session) => session.isCurrent && originOf(session) === 'signIn')
    const entries = ownSessions.map((session) => createEntry('signedIn', 'thisApp', at, session))
    return { history: { since: at, checkedAt: null, viewedAt: null, sessions, entries }, newAlerts: [] }
  }

  const ended = history.sessions.filter(({ endedAt }) => endedAt !== null)
  const listed = history.sessions.filter(({ endedAt }) => endedAt === null)
  // A session that is listed again did not end: servers behind one address may disagree for a moment.
  const returning = findReturning(ended, listed, fresh)
  const diff = diffLists(
    listed,
    fresh.filter((session) => !returning.has(session)),
    {
      isPossible: (before, after) => !context.isRevoking(before) && originOf(after) !== 'signIn',
      isInUse: (before) => isInUse(before, at),
      isOwnRenewal: (after) => originOf(after) === 'renewal',
    },
  )
  const { checkedAt } = context
  /** The earliest time of the changes since the last list, if that list is long ago. */
  const span = checkedAt !== null && at - checkedAt >= MIN_SPAN_MS ? checkedAt : null
  const newEntries: StoredEntry[] = []
  const changes = new Map<HistorySession, HistorySession>()
  const newAlerts: HistorySession[] = []

  function updateSession(before: HistorySession, after: ApiSession): HistorySession {
    const next = withListed(before, after)
    // A name with another key needs a new number.
    const isSameName = before.name === next.name || context.keyOf(before.name) === context.keyOf(next.name)
    return isSameName ? next : { ...next, number: numberOf(next.name) }
  }

  for (const { before, after } of diff.kept) {
    const next = updateSession(before, after)
    if (isUsedAgain(before, after)) newEntries.push(createEntry('usedAgain', 'elsewhere', at, next))
    if (next !== before) changes.set(before, next)
  }
  for (const { before, after } of diff.renewed) {
    const next = { ...updateSession(before, after), id: after.id }
    changes.set(before, next)
    if (!after.isCurrent) newEntries.push(createEntry('renewed', 'elsewhere', at, next))
  }
  for (const session of diff.vanished) {
    const actor = endedBy(session, context)
    changes.set(session, {
      ...session,
      endedAt: at,
      endedBy: actor,
      ...(span !== null && actor !== 'thisApp' ? { endedAfter: span } : {}),
    })
    if (actor !== 'thisApp') newEntries.push(createEntry('ended', actor, at, session))
  }
  for (const [session, known] of returning) {
    const { endedAfter: _, ...listedAgain } = updateSession(known, session)
    changes.set(known, { ...listedAgain, endedAt: null, endedBy: null })
  }
  const numbers = numbersOf([...diff.appeared, ...diff.perhapsRenewed])
  function addSession(session: ApiSession, mayBeRenewed: boolean): HistorySession {
    const isOwn = session.isCurrent || originOf(session) !== null
    const raisesAlert = !isOwn && !context.isOrphan(session.id) && context.alertsEnabled
    const created = createHistorySession(session, at, {
      number: numbers.get(session) ?? 1,
      alert: raisesAlert ? 'open' : 'none',
      mayBeRenewed: raisesAlert && mayBeRenewed,
    })
    if (raisesAlert) newAlerts.push(created)
    newEntries.push(newSessionEntry(created, isOwn, context))
    return created
  }
  const all = [
    ...diff.appeared.map((session) => addSession(session, false)),
    ...diff.perhapsRenewed.map((session) => addSession(session, true)),
  ]

  if (changes.size + all.length + newEntries.length === 0) return { history, newAlerts }
  const sessions = history.sessions.map((session) => changes.get(session) ?? session)
  const entries = newEntries.map((entry) => withSpan(entry, span)).reduce(appendEntry, history.entries)
  return { history: { ...history, sessions: [...sessions, ...all], entries }, newAlerts }
}

/**
 * Finds sessions that are recorded as ended but listed again, by their row in the fresh list; of several, the last
 * recorded.
 */
function findReturning(
  ended: readonly HistorySession[],
  listed: readonly HistorySession[],
  fresh: readonly ApiSession[],
): Map<ApiSession, HistorySession> {
  const listedIds = new Set(listed.map(({ id }) => id))
  const byId = sessionsById(ended)
  const returning = new Map<ApiSession, HistorySession>()
  for (const session of fresh) {
    const known = byId.get(session.id)?.findLast((recorded) => isSameSession(recorded, session))
    if (known && !listedIds.has(session.id)) returning.set(session, known)
  }
  return returning
}

function newSessionEntry(
  session: HistorySession,
  isOwn: boolean,
  { at, isOrphan }: ReconcileContext,
): StoredEntry {
  if (isOwn) return createEntry('signedIn', 'thisApp', at, session)
  if (session.alert === 'none')
    return createEntry('appeared', isOrphan(session.id) ? 'thisApp' : 'elsewhere', at, session)
  return createEntry(session.mayBeRenewed ? 'perhapsRenewed' : 'newSignIn', 'elsewhere', at, session)
}

/** Returns who ended a session. Nobody can tell who ended this device's own session. */
function endedBy(session: HistorySession, { isRevoking }: ReconcileContext): Actor {
  if (isRevoking(session)) return 'thisApp'
  return session.isCurrent ? 'unknown' : 'elsewhere'
}

function isUsedAgain(before: HistorySession, after: ApiSession): boolean {
  const [last, now] = [timeOfUse(before.lastUsedAt), timeOfUse(after.lastUsedAt)]
  return !after.isCurrent && last !== null && now !== null && now - last >= LONG_UNUSED_MS
}

/** Updates a session with its listed row; returns the same object if nothing is to be stored. */
function withListed(before: HistorySession, after: ApiSession): HistorySession {
  const usedAt = timeOfUse(after.lastUsedAt)
  // An unknown time does not replace a known one.
  const wasUsed =
    usedAt === null
      ? before.lastUsedAt === 'unknown' && after.lastUsedAt === null
      : usedAt - (timeOfUse(before.lastUsedAt) ?? -Infinity) >= USE_PRECISION_MS
  // The current session is this device, so its alert is closed.
  const alert = after.isCurrent && before.alert === 'open' ? 'none' : before.alert
  const createdAt = after.createdAt ?? before.createdAt
  const isSame =
    before.name === after.name &&
    before.isCurrent === after.isCurrent &&
    before.createdAt === createdAt &&
    alert === before.alert &&
    !wasUsed
  if (isSame) return before
  const { name, isCurrent } = after
  const lastUsedAt = wasUsed ? after.lastUsedAt : before.lastUsedAt
  const signedInAt = before.signedInAt ?? createdAt
  return { ...before, name, isCurrent, alert, lastUsedAt, createdAt, signedInAt }
}

/** Adds the start of the time span of a change; this app's own actions have an exact time. */
function withSpan(entry: StoredEntry, after: number | null): StoredEntry {
  return after === null || entry.actor === 'thisApp' ? entry : { ...entry, after }
}

/** Appends an entry; a renewal updates the entry of the same device's renewal within a day instead. */
function appendEntry(entries: readonly StoredEntry[], entry: StoredEntry): readonly StoredEntry[] {
  if (entry.type !== 'renewed') return [...entries, entry]
  const known = entries.findLastIndex(
    ({ type, name, number }) => type === 'renewed' && name === entry.name && number === entry.number,
  )
  const last = entries[known]
  if (last && entry.at - last.at < RENEWAL_ENTRY_MS)
    return entries.with(known, { ...last, sessionId: entry.sessionId })
  return [...entries, entry]
}
