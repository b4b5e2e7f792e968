import type { Failure } from '../shared/failure.ts'
import { failed, ok, type Result } from '../shared/result.ts'
import { ruleOfStatus } from './failure-table.ts'
import { parseRetryAfter } from './retry-after.ts'
import { parseErrorBody } from './error-message.ts'

/** An answer of the service, whatever its status. `json` is undefined if the body is empty or not JSON. */
export interface ApiResponse {
  status: number
  json: unknown
  text: string
  retryAfter: string | null
  /** When the answer arrived, epoch ms by this computer's clock. */
  receivedAt: number
  /** The answer's `Date` (RFC 9110 section 6.6.1), epoch ms by the service's clock; null if it had none. */
  date: number | null
  /** The service's clock minus this computer's, ms; null if the answer had no `Date`. */
  skew: number | null
}

/** Whether the API itself rejected the token: a 401 in JSON, which a captive portal does not send. */
export function isUnauthenticated(reply: ApiResponse): boolean {
  return reply.status === 401 && reply.json !== undefined
}

/**
 * Whether a 2xx reply confirms a write: JSON with `success: true`, or an empty 200 or 204. A 202 confirms only that the
 * request was accepted.
 */
export function confirmsSuccess({ status, text, json }: ApiResponse): boolean {
  if (status === 202) return false
  if (text.trim() === '') return status === 200 || status === 204
  return typeof json === 'object' && json !== null && 'success' in json && json.success === true
}

/**
 * Returns the outcome of a write that no list can confirm. A 2xx without confirmation is `unexpectedAnswer`: the
 * outcome is unknown.
 */
export function requireConfirmation(reply: Result<ApiResponse>): Result<null> {
  if (!reply.ok) return reply
  return confirmsSuccess(reply.value) ? ok(null) : failed({ kind: 'unexpectedAnswer', reason: 'shape' })
}

/**
 * Returns why a reply is not a success; null for a 2xx that is empty, or JSON without `success: false`. `now` is epoch
 * ms by this computer's clock.
 */
export function failureOfReply(reply: ApiResponse, now: number): Failure | null {
  const { status } = reply
  if (status >= 200 && status < 300) return failureOfSuccess(reply)
  const { message, fields } = parseErrorBody(reply.json, reply.text)
  const details = message === undefined ? {} : { message }
  const rule = ruleOfStatus(status)
  if (rule.asPage && isHtml(reply)) return rule.asPage
  return rule.means({
    message: details,
    fields,
    retry: parseRetryAfter(reply.retryAfter, now, reply.skew ?? 0),
  })
}

function failureOfSuccess(reply: ApiResponse): Failure | null {
  if (reply.text.trim() === '') return null
  if (reply.json === undefined)
    return { kind: 'unexpectedAnswer', reason: isHtml(reply) ? 'html' : 'notJson' }
  const refused = typeof reply.json === 'object' && reply.json !== null && 'success' in reply.json
  if (!refused || (reply.json as { success: unknown }).success !== false) return null
  const { message, fields } = parseErrorBody(reply.json, '')
  return { kind: 'invalid', fields, ...(message === undefined ? {} : { message }) }
}

function isHtml(reply: ApiResponse): boolean {
  return reply.json === undefined && /^\s*(<!doctype|<html|<head|<body|<!--)/i.test(reply.text)
}
