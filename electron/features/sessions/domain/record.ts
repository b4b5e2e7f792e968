import type { ObservedSession } from '../../../shared/activity.ts'
import type { Annotation } from '../../../shared/device.ts'
import { unrecordedKey, type SessionIdentity, type SessionMark } from '../../../shared/session.ts'
import { factsOf, isSameSession, type ApiSession } from '../../../domain/api-session.ts'
import { sanitize, sanitizeText } from '../../../domain/sanitize.ts'
import { MAX_ALIAS_CHARACTERS, MAX_NOTE_CHARACTERS } from './display-names.ts'

/**
 * What the service answered to this app's DELETE of a session, or to a sign-out of all: it ended it, or the session was gone before.
 * `lost`: no response says whether it ended it.
 */
export type EndAnswer = 'ended' | 'gone' | 'lost'

/** A session in the record; `id` and `createdAt` are those of its latest list. */
export interface RecordedSession extends ObservedSession {
  /** The first known `createdAt`; a renewal may change `createdAt`. */
  signedInAt: number | null
  /** `open` until the person acknowledges it; no longer counts once the session has ended. */
  alert: 'none' | 'open'
  /** Absent until this app's DELETE of it, or a sign-out of all, was sent. */
  answer?: EndAnswer
  /** What the person calls it, and wrote about it; they never go to a service. */
  alias?: string
  note?: string
  /** What the person last said of it. */
  mark?: SessionMark
  /** Whether the person wants to keep it, whatever a rule says. */
  isKept?: true
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
  /** Whether the disk accepted the last write, so that what lists showed is known at the next start. */
  isStored(accountId: string): boolean
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
  part: Partial<Pick<RecordedSession, 'alert' | 'answer'>> = {},
): RecordedSession {
  const times = { signedInAt: session.createdAt, firstSeenAt: at, endedAt: null }
  return { key, ...factsOf(session), ...times, endedBy: null, alert: 'none', ...part }
}

/** Whether a listed session has an unacknowledged alert. */
export function isOpen({ alert, endedAt }: RecordedSession): boolean {
  return alert === 'open' && endedAt === null
}

/** Returns a session with another alias or note, sanitized and limited; an empty text deletes it. */
export function withAnnotation(session: RecordedSession, part: Partial<Annotation>): RecordedSession {
  const { alias: aliasBefore, note: noteBefore, ...rest } = session
  const alias = part.alias === undefined ? aliasBefore : sanitize(part.alias ?? '', MAX_ALIAS_CHARACTERS)
  const note = part.note === undefined ? noteBefore : sanitizeText(part.note ?? '', MAX_NOTE_CHARACTERS)
  return { ...rest, ...(alias ? { alias } : {}), ...(note ? { note } : {}) }
}

/** Returns a session with another mark; undefined: without one. */
export function withMark(session: RecordedSession, mark: RecordedSession['mark']): RecordedSession {
  const { mark: _, ...rest } = session
  return mark ? { ...rest, mark } : rest
}

/** Returns a session that a rule ends, or does not. */
export function withKept(session: RecordedSession, isKept: boolean): RecordedSession {
  const { isKept: before, ...rest } = session
  if (isKept === (before ?? false)) return session
  return isKept ? { ...rest, isKept } : rest
}
