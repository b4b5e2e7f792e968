import type { ObservedSession } from '../../../shared/activity.ts'
import { DAY_MS } from '../../../shared/dates.ts'
import { unrecordedKey, type SeenInfo, type SessionIdentity } from '../../../shared/session.ts'
import { factsOf, isSameSession, type ApiSession } from '../../../domain/api-session.ts'

/**
 * What the service answered to this app's DELETE of a session, or to a sign-out of all: it ended it, or the session was gone before.
 * `lost`: no response says whether it ended it.
 */
export type EndAnswer = 'ended' | 'gone' | 'lost'

/** A session in the record; `id` and `createdAt` are those of its latest list. */
export interface RecordedSession extends ObservedSession {
  /** The first known `createdAt`; a renewal may change `createdAt`. */
  signedInAt: number | null
  /** The session's number among those of equal names; not reused while the history has it. */
  number: number
  /** `open` until the person acknowledges it, which makes it `mine`; no longer counts once the session has ended. */
  alert: 'none' | 'open' | 'mine'
  /** Absent until this app's DELETE of it, or a sign-out of all, was sent. */
  answer?: EndAnswer
}

/** All that the app knows of an account's sessions. Times are epoch ms by the service's clock. */
export interface SessionRecord {
  /** The key of the next new session. */
  nextKey: number
  sessions: readonly RecordedSession[]
}

/** Finds the sessions that other stores remember. */
export interface RecordReader {
  /** Finds a session by its identity: the listed one, or else the last match. */
  find(accountId: string, session: SessionIdentity): RecordedSession | null
  /** Finds a session by its key. */
  byKey(accountId: string, key: number): RecordedSession | null
}

/** Whether a session has another identity than when its end was asked for: its token was renewed, or another session has its id. */
export function isRenewed(session: SessionIdentity, end: SessionIdentity): boolean {
  return !isSameSession(session, end)
}

/** The key of a row: that of its session in the record, or else its id, negative. */
export function keyOfRow(
  record: Pick<RecordReader, 'find'>,
  accountId: string,
  row: SessionIdentity,
): number {
  return record.find(accountId, row)?.key ?? unrecordedKey(row.id)
}

/**
 * The key by which the record has a session that another store remembers. It differs from the remembered one if no good list had
 * shown the session then, or if the record was lost since; the identity tells it.
 */
export function keyNow(
  record: Pick<RecordReader, 'find' | 'byKey'>,
  accountId: string,
  { key, ...identity }: SessionIdentity & { key: number },
): number {
  return record.byKey(accountId, key) ? key : (record.find(accountId, identity)?.key ?? key)
}

/** Creates the record of a session that appeared just now. */
export function createRecordedSession(
  session: ApiSession,
  key: number,
  at: number,
  part: Partial<Pick<RecordedSession, 'number' | 'alert' | 'answer'>> = {},
): RecordedSession {
  const times = { signedInAt: session.createdAt, firstSeenAt: at, endedAt: null }
  const defaults = { number: 1, alert: 'none' as const }
  return { key, ...factsOf(session), ...times, endedBy: null, ...defaults, ...part }
}

/** Whether a listed session has an unacknowledged alert. */
export function isOpen({ alert, endedAt }: RecordedSession): boolean {
  return alert === 'open' && endedAt === null
}

/** Returns what the record knows about a listed session; `session` is null if the record does not have it. */
export function seenInfo(session: RecordedSession | null): SeenInfo {
  return { firstSeenAt: session?.firstSeenAt ?? null, isNew: session !== null && isOpen(session) }
}

/** The sessions of accounts by their keys, and when each record began, epoch ms by the service's clock. */
export interface DatedRecord extends Pick<RecordReader, 'byKey'> {
  of(accountId: string): { since: number } | null
}

/** How long what a person wrote on a session stays after it left the list, because a service may omit a session by mistake. */
const RETENTION_MS = 30 * DAY_MS

/**
 * Whether what a person wrote on a session stays at `now`, epoch ms by the service's clock. Without the session in the record, it
 * stays as long after the record began: the file of the one before may only be unreadable now.
 */
export function isRemembered(record: DatedRecord, accountId: string, key: number, now: number): boolean {
  const session = record.byKey(accountId, key)
  const goneAt = session ? session.endedAt : (record.of(accountId)?.since ?? null)
  return goneAt === null || now - goneAt <= RETENTION_MS
}

/** The sessions that have not ended, as they were last listed. */
export function listedIn({ sessions }: SessionRecord): ApiSession[] {
  return sessions.filter(({ endedAt }) => endedAt === null).map(factsOf)
}
