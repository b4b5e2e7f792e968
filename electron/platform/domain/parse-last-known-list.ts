import { DEVICE_KINDS } from '../../shared/device.ts'
import type { Order } from '../../shared/view-state.ts'
import {
  LAST_KNOWN_FIELDS,
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
  const { checkedAt, skew, count, order, sessions } = value
  if (!isTime(checkedAt) || !isTime(skew) || !isTime(count) || !Array.isArray(sessions)) return null
  if (sessions.length > MAX_LAST_KNOWN_ROWS || !sessions.every(isSession)) return null
  // An invalid order has no head in the page.
  return { checkedAt, skew, count, order: order as Order | undefined, sessions }
}

const isTimeOrNull = (value: unknown): boolean => value === null || isTime(value)
const CHECKS: Record<keyof LastKnownSession, (value: unknown) => boolean> = {
  key: Number.isSafeInteger,
  id: Number.isSafeInteger,
  name: (value) => typeof value === 'string',
  kind: (value) => DEVICE_KINDS.some((known) => known === value),
  lastUsedAt: (value) => value === 'unknown' || isTimeOrNull(value),
  createdAt: isTimeOrNull,
  firstSeenAt: isTimeOrNull,
  isCurrent: (value) => typeof value === 'boolean',
}

function isSession(value: unknown): value is LastKnownSession {
  return isObject(value) && LAST_KNOWN_FIELDS.every((field) => CHECKS[field](value[field]))
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= MAX_TIME_MS
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
