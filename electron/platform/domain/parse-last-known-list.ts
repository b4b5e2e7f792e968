import { DEVICE_KINDS } from '../../shared/device.ts'
import {
  MAX_LAST_KNOWN_ROWS,
  type LastKnownList,
  type LastKnownSession,
} from '../../shared/last-known-list.ts'

/** The limit of a JavaScript date. */
const MAX_TIME_MS = 8.64e15

/**
 * Parses a stored list without its schema, because zod is not loaded before the first page; null if any value is
 * invalid.
 */
export function parseLastKnownList(value: unknown): LastKnownList | null {
  if (!isObject(value)) return null
  const { checkedAt, skew, count, sessions } = value
  if (!isTime(checkedAt) || !isTime(skew) || !isTime(count) || !Array.isArray(sessions)) return null
  if (sessions.length > MAX_LAST_KNOWN_ROWS || !sessions.every(isSession)) return null
  return { checkedAt, skew, count, sessions }
}

function isSession(value: unknown): value is LastKnownSession {
  if (!isObject(value)) return false
  const { id, name, kind, lastUsedAt, createdAt, firstSeenAt, isCurrent } = value
  return (
    Number.isSafeInteger(id) &&
    typeof name === 'string' &&
    DEVICE_KINDS.some((known) => known === kind) &&
    (lastUsedAt === null || lastUsedAt === 'unknown' || isTime(lastUsedAt)) &&
    (createdAt === null || isTime(createdAt)) &&
    (firstSeenAt === null || isTime(firstSeenAt)) &&
    typeof isCurrent === 'boolean'
  )
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= MAX_TIME_MS
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
