import { parseJson } from '../domain/parse-json.ts'
import { ResponseTooLargeError, TimeoutError } from './network-failures.ts'

/** One HTTP request. */
export interface HttpRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: string | null
}

/** The start of an HTTP response: the names of its headers are in lower case, and its body arrives while it is read. */
export interface HttpResponse {
  status: number
  headers: Record<string, string | string[]>
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

/**
 * Sends a request without cookies, cache and redirects. Rejects with an error of the network, or with the reason of the signal, which
 * also ends a body that is being read.
 */
export type Exchange = (request: HttpRequest, signal: AbortSignal) => Promise<HttpResponse>

/** A whole HTTP response. */
export interface TextResponse extends Pick<HttpResponse, 'status' | 'headers'> {
  text: string
}

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

/** Sends a request and reads the whole body within the limits: one that is too slow or too large never reaches a parser. */
export async function sendWithin(
  exchange: Exchange,
  limits: Limits,
  abortAfter: (ms: number) => AbortSignal,
  request: HttpRequest,
): Promise<TextResponse> {
  const call = new AbortController()
  const { signal } = call
  abortAfter(limits.time).addEventListener('abort', () => call.abort(new TimeoutError()), { once: true })
  try {
    const { status, headers, body } = await exchange(request, signal)
    const isSuccess = status >= 200 && status < 300
    const maxBytes = isSuccess ? limits.bytes : Math.min(limits.bytes, LIMITS.bytes)
    // The body of a proxy's 407 is not readable in Chromium.
    const text = status === PROXY_AUTHENTICATION_REQUIRED ? '' : await readWithin(body, maxBytes)
    signal.throwIfAborted()
    return { status, headers, text }
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    // Ends the connection of a body that was not read to its end.
    call.abort()
  }
}

/** Reads UTF-8; throws for more bytes. */
async function readWithin(body: HttpResponse['body'], maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  for await (const part of body) {
    size += part.byteLength
    if (size > maxBytes) throw new ResponseTooLargeError()
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
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
