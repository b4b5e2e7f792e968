import { z } from 'zod'
import { failed, ok, type Result } from '../shared/result.ts'
import { SERVICE_LOCALES, type User } from '../shared/account.ts'
import type { ApiSession } from '../domain/api-session.ts'
import { parseReportedTime, parseSessionTime } from '../domain/reported-time.ts'
import { sanitize } from '../domain/sanitize.ts'
import type { TokenLife } from '../domain/token-expiry.ts'
import type { ApiResponse } from './response.ts'
import { sieveFields } from './sieve-fields.ts'

/** An id: a number, or digits in a string. */
const id = z.union([
  z.number().int(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
])
const text = z.string().transform((raw) => sanitize(raw))
const textOrNull = text
  .nullish()
  .transform((value) => value ?? null)
  .catch(null)
const flag = z.union([z.boolean(), z.literal([0, 1]).transform(Boolean)])
const flagOrNull = flag
  .nullish()
  .transform((value) => value ?? null)
  .catch(null)

/** Parses a time in any of the services' formats to epoch ms. */
const instant = z.union([z.string(), z.number()]).transform((raw, context) => {
  const ms = parseReportedTime(raw)
  if (ms !== null) return ms
  context.addIssue('not a time')
  return z.NEVER
})
const instantOrNull = instant.nullish().transform((value) => value ?? null)

const tenant = z
  .object({ id, name: text, status: text.nullish().transform((value) => value ?? '') })
  .nullish()
  .transform((value) => value ?? null)
  .catch(null)

const user = z
  .object({
    id,
    name: text
      .nullish()
      .transform((value) => value ?? '')
      .catch(''),
    email: text,
    role: textOrNull,
    locale: z
      .enum(SERVICE_LOCALES)
      .nullish()
      .transform((value) => value ?? null)
      .catch(null),
    timezone: textOrNull,
    email_verified: flagOrNull,
    two_factor_enabled: flagOrNull,
    tenant,
  })
  .transform(({ email_verified, two_factor_enabled, ...rest }): User => ({
    ...rest,
    emailVerified: email_verified,
    twoFactorEnabled: two_factor_enabled,
  }))

/** A session; what the service sends beyond the API stays in it. */
const session = z.looseObject({
  id,
  name: textOrNull,
  last_used_at: z.unknown().optional(),
  created_at: z.unknown().optional(),
  is_current: flagOrNull,
})

// The token must not be lost, so an unreadable expiry or user becomes null.
const grant = z.object({
  token: z
    .string()
    .min(1)
    .max(4096)
    .regex(/^[\x21-\x7e]+$/),
  expires_at: instantOrNull.catch(null),
  user: user
    .nullish()
    .transform((value) => value ?? null)
    .catch(null),
})

/** An issued token, its lifetime by the service's clock, and its user; null if the service did not send the user. */
export interface Grant extends TokenLife {
  token: string
  user: User | null
}

/** Parses the user of GET or PATCH /auth/me: `{data: {user}}`, or the user itself under `data`. */
export function parseUser(response: ApiResponse): Result<User> {
  return read(z.union([z.object({ user }).transform((data) => data.user), user]), dataOf(response))
}

/** Twice the number that the window is designed for; 100,000 rows are within the byte limit but crash the page. */
const MAX_SESSIONS = 20_000

/**
 * Parses `{data: {sessions: [...]}}`, or the rows themselves under `data`. One row without an id invalidates the list,
 * so that no session is hidden. An unreadable time is unknown for that row alone.
 */
export function parseSessions(response: ApiResponse): Result<ApiSession[]> {
  const data = dataOf(response)
  const found = read(z.array(z.unknown()), fields.parse(data)['sessions'] ?? data)
  if (!found.ok) return found
  if (found.value.length > MAX_SESSIONS) return failed({ kind: 'unexpectedAnswer', reason: 'tooLarge' })
  const rows: z.infer<typeof session>[] = []
  for (const raw of found.value) {
    // At the first one: an issue for each of many takes memory.
    const row = read(session, raw)
    if (!row.ok) return row
    rows.push(row.value)
  }
  const now = response.skew === null ? null : response.receivedAt + response.skew
  return ok(
    rows.map(({ id, name, last_used_at, created_at, is_current, ...others }): ApiSession => ({
      id,
      // The fallback needs no translation: names appear in buttons, toasts and dialogs.
      name: name || `#${id}`,
      // Only null means that a session was never used.
      lastUsedAt: last_used_at === null ? null : (parseSessionTime(last_used_at, now) ?? 'unknown'),
      createdAt: parseSessionTime(created_at, now),
      isCurrent: is_current ?? false,
      serviceFields: sieveFields(others),
    })),
  )
}

/** The fields of any part of a response; none if it is not an object. */
const fields = z.record(z.string(), z.unknown()).catch({})
const pages = z.object({
  current_page: z.number().catch(1),
  last_page: z.number().catch(1),
  total: z.number().catch(0),
  has_more: z.boolean().catch(false),
})
/** The names of fields that address the next page. */
const NEXT = ['next', 'next_page_url', 'next_cursor']

/**
 * Whether a response says that there are more rows than the `count` that it has. The API has no pages; this recognises the usual
 * fields of a service that adds them.
 */
export function hasMorePages(response: ApiResponse, count: number): boolean {
  return [fields.parse(response.json), fields.parse(dataOf(response))]
    .flatMap((part) => [part, ...['meta', 'links', 'pagination'].map((name) => fields.parse(part[name]))])
    .some((part) => {
      const { current_page, last_page, total, has_more } = pages.parse(part)
      const hasNext = NEXT.some((name) => typeof part[name] === 'string' && part[name] !== '')
      return hasNext || has_more || last_page > current_page || total > count
    })
}

/**
 * Parses `{data: {token, expires_at?, user?}}`, or the same without `data`. Only the token is required; an unreadable
 * expiry or user is null.
 */
export function parseGrant(response: ApiResponse): Result<Grant> {
  const inData = read(grant, dataOf(response))
  const found = inData.ok ? inData : read(grant, response.json)
  if (!found.ok) return found
  const { token, expires_at, user: owner } = found.value
  const issuedAt = response.receivedAt + (response.skew ?? 0)
  return ok({ token, issuedAt, expiresAt: expires_at, user: owner })
}

/**
 * Whether a 2xx contains a token, whatever its `success` is: the token is valid, and ignoring it would leave a session
 * signed in.
 */
export function hasGrant(response: ApiResponse): boolean {
  return response.status >= 200 && response.status < 300 && parseGrant(response).ok
}

/** Whether a response to a login or registration requires a two-factor code. */
export function requiresTwoFactor(response: ApiResponse): boolean {
  const request = z.object({ two_factor_required: flag })
  return [response.json, dataOf(response)].some(
    (part) => request.safeParse(part).data?.two_factor_required === true,
  )
}

/** The content of `data`, or the whole body if it has none. */
function dataOf(response: ApiResponse): unknown {
  const wrapped = z.object({ data: z.unknown() }).safeParse(response.json)
  return wrapped.success && wrapped.data.data !== undefined ? wrapped.data.data : response.json
}

function read<T>(schema: z.ZodType<T>, data: unknown): Result<T> {
  const parsed = schema.safeParse(data)
  return parsed.success ? ok(parsed.data) : failed({ kind: 'unexpectedAnswer', reason: 'shape' })
}
