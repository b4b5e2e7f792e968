import { DAY_MS } from '../../../shared/dates.ts'
import { isOwnActor } from '../../../shared/activity.ts'
import type { ApiSession } from '../../../domain/api-session.ts'
import { areTogether } from '../../../domain/token-facts.ts'
import type { RecordedSession } from '../../sessions/domain/record.ts'
import {
  spanOf,
  updateRecord,
  type RecordChange,
  type RecordFacts,
} from '../../sessions/domain/update-record.ts'
import { createEntry, type History, type StoredEntry } from './history.ts'

/** What the caller knows beside a fresh list; `firstKey` is that of a new record. */
export type ReconcileContext = RecordFacts & { firstKey: number }

/** Renewals of one device within this time share an entry. */
const RENEWAL_ENTRY_MS = DAY_MS

/**
 * Returns the history updated with a fresh list, and the sessions that raise an alert; the same history if nothing
 * changed. `before` is null before the first list, whose sessions raise no alert.
 */
export function reconcile(
  before: History | null,
  fresh: readonly ApiSession[],
  context: ReconcileContext,
): { history: History; newAlerts: RecordedSession[] } {
  const { at, firstKey: nextKey } = context
  const nothing = { owner: '', since: at, checkedAt: at, viewedAt: null, nextKey, sessions: [], entries: [] }
  const history: History = before ?? nothing
  const facts = before ? context : { ...context, checkedAt: null }
  const { changes, ...record } = updateRecord(history, fresh, facts)
  const span = spanOf(context)
  let { entries } = history
  for (const change of changes) {
    // Of a first list, nobody knows since when these are there, but what signed in just now.
    const isKnown = change.kind !== 'appeared' || facts.checkedAt !== null
    if (!isKnown && !(change.session.isCurrent && areTogether(change.session.createdAt, at))) continue
    // An earlier list may have shown that it went, and this one only tells by whom.
    const wentAt = change.kind === 'ended' ? (change.session.endedAt ?? at) : at
    const entry = entryOf(change, wentAt)
    if (entry) entries = addEntry(entries, withSpan(entry, wentAt === at ? span : null), at)
  }
  const newAlerts = changes
    .filter(({ kind, session }) => kind === 'appeared' && session.alert === 'open')
    .map(({ session }) => session)
  if (record.sessions === history.sessions && entries === history.entries) return { history, newAlerts }
  return { history: { ...history, ...record, entries }, newAlerts }
}

/** The entry of a change; null if another one will tell it. */
function entryOf(change: RecordChange, at: number): StoredEntry | null {
  const { kind, session } = change
  switch (kind) {
    case 'usedAgain':
    case 'renewed':
      return createEntry(kind, 'elsewhere', at, session)
    case 'returned':
      return createEntry('returned', 'unknown', at, session)
    case 'ended':
      return change.actor && createEntry('ended', change.actor, at, session)
    case 'appeared': {
      if (change.origin === 'own') return createEntry('signedIn', 'thisApp', at, session)
      if (session.alert === 'none')
        return createEntry('appeared', change.origin === 'orphan' ? 'thisApp' : 'elsewhere', at, session)
      return createEntry('newSignIn', 'elsewhere', at, session)
    }
  }
}

/** Adds the start of the time span of a change; this app's own actions have an exact time. */
function withSpan(entry: StoredEntry, after: number | null): StoredEntry {
  return after === null || isOwnActor(entry.actor) ? entry : { ...entry, after }
}

/**
 * Adds an entry: what went before the list at its time, and what the list shows last, though the estimate of the service's clock may go
 * back. A renewal updates the entry of the same device's renewal within a day instead.
 */
function addEntry(
  entries: readonly StoredEntry[],
  entry: StoredEntry,
  listedAt: number,
): readonly StoredEntry[] {
  const isLast = entry.at === listedAt
  const place = isLast ? entries.length : entries.findLastIndex(({ at }) => at <= entry.at) + 1
  if (entry.type !== 'renewed') return entries.toSpliced(place, 0, entry)
  const known = entries.findLastIndex(({ type, key }) => type === 'renewed' && key === entry.key)
  const last = entries[known]
  if (last && entry.at - last.at < RENEWAL_ENTRY_MS)
    return entries.with(known, { ...last, sessionId: entry.sessionId })
  return [...entries, entry]
}
