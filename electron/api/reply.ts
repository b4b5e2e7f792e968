import type { Failure } from '../contract/failure.ts'
import { retryAtOf } from './retry-after.ts'
import { wordsOf } from './service-words.ts'

/** What the service answered. `json` is undefined when the body was empty or is not JSON. */
export interface Reply {
  status: number
  json: unknown
  text: string
  retryAfter: string | null
  /** When it had come, epoch ms by this computer's clock. */
  receivedAt: number
  /** The service's clock minus this computer's, ms; null when the answer had no `Date`. */
  skew: number | null
}

/** A body as JSON, or undefined. */
export function parseJson(text: string): unknown {
  try {
    return text.trim() === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether the API itself answered that the token is not valid: a 401 in JSON, as a captive portal would not send. */
export function saysUnauthenticated(reply: Reply): boolean {
  return reply.status === 401 && reply.json !== undefined
}

/** Why a reply is not a success, or null when it is one: 2xx, empty or JSON, and not `success: false`. */
export function failureOfReply(reply: Reply, now: number): Failure | null {
  const { status } = reply
  if (status >= 200 && status < 300) return failureOfSuccess(reply)
  if (status >= 300 && status < 400) return { kind: 'unexpectedAnswer', reason: 'redirect' }
  const { message, fields } = wordsOf(reply.json, reply.text)
  const told = message === undefined ? {} : { message }
  switch (status) {
    case 401:
      return isHtml(reply)
        ? { kind: 'unexpectedAnswer', reason: 'html' }
        : { kind: 'unauthenticated', ...told }
    case 403:
      return isHtml(reply) ? { kind: 'unexpectedAnswer', reason: 'html' } : { kind: 'forbidden', ...told }
    case 404:
      return isHtml(reply) ? { kind: 'misconfigured', reason: 'notTheApi' } : { kind: 'notFound', ...told }
    case 405:
    case 419:
      return { kind: 'misconfigured', reason: 'notTheApi' }
    case 408:
      return { kind: 'timeout' }
    case 400:
    case 422:
      return { kind: 'invalid', fields, ...told }
    case 407:
      return { kind: 'offline', reason: 'proxy' }
    case 409:
      return { kind: 'conflict', ...told }
    case 423:
      return { kind: 'locked', ...told }
    case 429:
      return { kind: 'rateLimited', retryAt: retryAtOf(reply.retryAfter, now, reply.skew ?? 0), ...told }
    default:
      // The words of a 5xx are often a debug trace: never shown.
      return status >= 500 ? { kind: 'server', status } : { kind: 'unexpectedAnswer', reason: 'shape' }
  }
}

function failureOfSuccess(reply: Reply): Failure | null {
  if (reply.text.trim() === '') return null
  if (reply.json === undefined)
    return { kind: 'unexpectedAnswer', reason: isHtml(reply) ? 'html' : 'notJson' }
  const refused = typeof reply.json === 'object' && reply.json !== null && 'success' in reply.json
  if (!refused || (reply.json as { success: unknown }).success !== false) return null
  const { message, fields } = wordsOf(reply.json, '')
  return { kind: 'invalid', fields, ...(message === undefined ? {} : { message }) }
}

function isHtml(reply: Reply): boolean {
  return reply.json === undefined && /^\s*(<!doctype|<html|<head|<body|<!--)/i.test(reply.text)
}
