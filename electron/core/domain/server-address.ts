import type { Failure } from '../../shared/failure.ts'
import { isLoopbackHost } from '../../shared/loopback.ts'
import { failed, ok, type Result } from '../../shared/result.ts'

const API_PATH = '/api/v1'

/**
 * What people type as a server address -> the base URL, without a trailing slash. `/api/v1` is added unless it is
 * there; `https` when no scheme is given, plain `http` only on loopback.
 */
export function parseServerAddress(typed: string): Result<string> {
  const text = typed.trim()
  const url = parse(text)
  if (!url) return misconfigured('notAnAddress')
  if (url.username || url.password) return misconfigured('credentialsInAddress')
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) return misconfigured('notHttps')
  // A whole endpoint may have been pasted; what comes after the version is not part of the base URL.
  const path = url.pathname.replace(/\/api\/v1(\/.*)?$/i, '').replace(/\/+$/, '')
  return ok(`${url.origin}${path}${API_PATH}`)
}

/** The host of a base URL, with its port; nothing else of it. */
export function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : 'unknown'
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
  return isLoopbackHost(host) ? 'http' : 'https'
}

function misconfigured(reason: (Failure & { kind: 'misconfigured' })['reason']): Result<never> {
  return failed({ kind: 'misconfigured', reason })
}
