import type { Failure } from '../contract/failure.ts'
import { failed, ok, type Result } from '../contract/result.ts'

const API_PATH = '/api/v1'
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * What people type as a server address -> the base URL, without a trailing slash. `/api/v1` is added unless it is
 * there; `https` when no scheme is given, plain `http` only on loopback.
 */
export function parseServerAddress(typed: string): Result<string> {
  const text = typed.trim()
  const url = parse(text)
  if (!url) return misconfigured('notAnAddress')
  if (url.username || url.password) return misconfigured('credentialsInAddress')
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) return misconfigured('notHttps')
  // A whole endpoint may have been pasted; what comes after the version is not part of the base URL.
  const path = url.pathname.replace(/\/api\/v1(\/.*)?$/i, '').replace(/\/+$/, '')
  return ok(`${url.origin}${path}${API_PATH}`)
}

/** Whether a base URL stays on this computer, where no network is needed and plain http is harmless. */
export function isLoopback(baseUrl: string): boolean {
  return LOOPBACK.test(new URL(baseUrl).hostname)
}

/** A failure of a public endpoint: a 404 there means that no API is at the address, as there is nothing else to be found. */
export function asPublicEndpointFailure(failure: Failure): Failure {
  return failure.kind === 'notFound' ? { kind: 'misconfigured', reason: 'notTheApi' } : failure
}

function parse(text: string): URL | null {
  if (text === '' || /\s/.test(text)) return null
  const schemed = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${guessScheme(text)}://${text}`
  if (!URL.canParse(schemed)) return null
  const url = new URL(schemed)
  const web = url.protocol === 'https:' || url.protocol === 'http:'
  return web && url.hostname !== '' ? url : null
}

function guessScheme(text: string): string {
  const host = /^(\[[^\]]*\]|[^/:]*)/.exec(text)?.[0] ?? ''
  return LOOPBACK.test(host) ? 'http' : 'https'
}

function misconfigured(reason: (Failure & { kind: 'misconfigured' })['reason']): Result<never> {
  return failed({ kind: 'misconfigured', reason })
}
