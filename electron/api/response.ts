import type { Failure } from '../shared/failure.ts'
import { failed, ok, type Result } from '../shared/result.ts'
import { ruleOfStatus } from './failure-table.ts'
import { parseRetryAfter, parseRetryText } from './retry-after.ts'
import { parseErrorBody, type HideText } from './error-message.ts'

/** A response of the service, whatever its status. `json` is undefined if the body is empty or not JSON. */
export interface ApiResponse {
  status: number
  json: unknown
  text: string
  retryAfter: string | null
  /** When the response arrived, epoch ms by this computer's clock. */
  receivedAt: number
  /** The response's `Date` (RFC 9110 section 6.6.1), epoch ms by the service's clock; null if it had none. */
  date: number | null
  /** The service's clock minus this computer's, ms; null if the response had no `Date`. */
  skew: number | null
}

/** Whether the API itself rejected the token: a 401 in JSON, which a captive portal does not send. */
export function isUnauthenticated(response: ApiResponse): boolean {
  return response.status === 401 && response.json !== undefined
}

/**
 * Whether a 2xx response confirms a write: JSON with `success: true`, or an empty 200 or 204. A 202 confirms only that the
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
export function requireConfirmation(response: Result<ApiResponse>): Result<null> {
  if (!response.ok) return response
  return confirmsSuccess(response.value) ? ok(null) : failed({ kind: 'unexpectedAnswer', reason: 'shape' })
}

/**
 * Returns why a response is not a success; null for a 2xx that is empty, or JSON without `success: false`. `now` is epoch
 * ms by this computer's clock; `hide` hides secrets in the service's words.
 */
export function failureOfResponse(response: ApiResponse, now: number, hide?: HideText): Failure | null {
  const { status } = response
  if (status >= 200 && status < 300) return failureOfSuccess(response, hide)
  const { message, fields } = parseErrorBody(response.json, response.text, hide)
  const details = message === undefined ? {} : { message }
  const rule = ruleOfStatus(status)
  if (rule.asPage && isHtml(response)) return rule.asPage()
  const byHeader = parseRetryAfter(response.retryAfter, now, response.skew ?? 0)
  const texts = [...Object.values(fields).flat(), message ?? '']
  const retry = (byHeader.assumed && parseRetryText(texts, now)) || byHeader
  return rule.means({ message: details, fields, retry })
}

function failureOfSuccess(response: ApiResponse, hide?: HideText): Failure | null {
  if (response.text.trim() === '') return null
  if (response.json === undefined)
    return { kind: 'unexpectedAnswer', reason: isHtml(response) ? 'html' : 'notJson' }
  const refused = typeof response.json === 'object' && response.json !== null && 'success' in response.json
  if (!refused || (response.json as { success: unknown }).success !== false) return null
  const { message, fields } = parseErrorBody(response.json, '', hide)
  return { kind: 'invalid', fields, ...(message === undefined ? {} : { message }) }
}

function isHtml(response: ApiResponse): boolean {
  return response.json === undefined && /^\s*(<!doctype|<html|<head|<body|<!--)/i.test(response.text)
}
