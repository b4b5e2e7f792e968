import { parseJson } from '../domain/parse-json.ts'
import { ResponseTooLargeError, TimeoutError } from './network-failures.ts'

/** The part of WHATWG fetch that the app uses; Node's fetch and that of an Electron session both fit. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * The limits of one call: `time` in ms for the whole call, body included; of the response `bytes`, after decompression, and
 * `values`, which its JSON has in all.
 */
export interface Limits {
  time: number
  bytes: number
  values: number
}

const MIB = 1024 * 1024
/** The limits of all responses but a list. A page of a captive portal is seldom longer. */
export const LIMITS: Limits = { time: 15_000, bytes: MIB, values: 5_000 }
/** The limits of a list: 10,000 sessions are about 2 MiB and 60,000 values. */
export const LONG_LIMITS: Limits = { ...LIMITS, bytes: 8 * MIB, values: 1_000_000 }

const PROXY_AUTHENTICATION_REQUIRED = 407

/**
 * Wraps a fetch: it uses no cookies, no cache and no redirects, and reads the whole body within the limits. A body that
 * is too slow or too large becomes an error here and never reaches a parser.
 */
export function withLimits(fetch: Fetch, limits: Limits, abortAfter: (ms: number) => AbortSignal): Fetch {
  return async (url, init) => {
    const timer = abortAfter(limits.time)
    const signal = init.signal ? AbortSignal.any([init.signal, timer]) : timer
    try {
      const response = await fetch(url, {
        ...init,
        signal,
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
      })
      const maxBytes = response.ok ? limits.bytes : Math.min(limits.bytes, LIMITS.bytes)
      const body = await readWithin(response, maxBytes, signal)
      const bodiless = body.byteLength === 0
      return new Response(bodiless ? null : body, { status: response.status, headers: response.headers })
    } catch (error) {
      throw timer.aborted && !(error instanceof ResponseTooLargeError) ? new TimeoutError() : error
    }
  }
}

async function readWithin(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  // The body of a proxy's 407 is not readable in Chromium.
  if (!response.body || response.status === PROXY_AUTHENTICATION_REQUIRED) return discard(response)
  const reader = response.body.getReader()
  const stop = (): void => void reader.cancel(signal.reason).catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  try {
    const parts: Uint8Array[] = []
    let size = 0
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.byteLength
      if (size > maxBytes) throw new ResponseTooLargeError()
      parts.push(part.value)
    }
    signal.throwIfAborted()
    return join(parts, size)
  } finally {
    signal.removeEventListener('abort', stop)
    void reader.cancel().catch(() => undefined)
  }
}

/**
 * Parses a body as JSON; throws for one of so many values that they would take much memory: each follows a comma, a bracket or a
 * brace.
 */
export function parseWithin(text: string, maxValues: number): unknown {
  let values = 0
  if (/^\s*[[{]/.test(text))
    for (const _ of text.matchAll(/[,[{]/g)) if (++values > maxValues) throw new ResponseTooLargeError()
  return parseJson(text)
}

function discard({ body }: Response): Uint8Array<ArrayBuffer> {
  void body?.cancel().catch(() => undefined)
  return new Uint8Array()
}

function join(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}
