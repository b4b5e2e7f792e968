import type { Failure } from '../shared/failure.ts'
import { isLoopbackHost } from '../shared/loopback.ts'
import { failed, ok, type Result } from '../shared/result.ts'

const API_PATH = '/api/v1'

/** What a copy brings along and nobody sees. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc}/gu
/** A scheme before another one: the address was pasted behind what stood there. */
const DOUBLED_SCHEME = /^https?:\/*(?=https?:\/\/)/i

/**
 * Parses a typed server address to the base URL, without a trailing slash. Adds `/api/v1` if it is missing and `https`
 * if there is no scheme; accepts plain `http` on loopback only.
 */
export function parseServerAddress(typed: string): Result<string> {
  const text = typed.replace(UNSEEN, '').trim().replace(DOUBLED_SCHEME, '')
  if (/^[^\s@/:]+@[^\s@/:]+$/.test(text)) return misconfigured('emailAddress')
  const url = parse(text)
  if (!url) return misconfigured('notAnAddress')
  if (url.username || url.password) return misconfigured('credentialsInAddress')
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) return misconfigured('notHttps')
  // A pasted endpoint has a path after the version, which is not part of the base URL.
  const path = url.pathname.replace(/\/api\/v1(\/.*)?$/i, '').replace(/\/+$/, '')
  return ok(`${url.origin}${path}${API_PATH}`)
}

/** Returns the host and port of a base URL; `unknown` if it is not a URL. */
export function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : 'unknown'
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
