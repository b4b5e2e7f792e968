/** The part of WHATWG fetch that the app uses; Node's fetch and that of an Electron session both fit. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Limits of one call: ms for the whole call including the body, and bytes of the answer. */
export interface Limits {
  time: number
  bytes: number
}

/** 10,000 sessions are about 2 MiB. */
export const DEFAULT_LIMITS: Limits = { time: 15_000, bytes: 16 * 1024 * 1024 }

const PROXY_PASSWORD_PAGE = 407

/** The answer exceeds `Limits.bytes`; the rest was not read. */
export class ResponseTooLargeError extends Error {
  override name = 'ResponseTooLargeError'
}

/** The call exceeds `Limits.time`. */
export class TimeoutError extends Error {
  override name = 'TimeoutError'
}

/**
 * Wraps a fetch: no cookies, cache or redirects, and the body is read completely within the limits. A slow or endless
 * body becomes an error here and never reaches a parser.
 */
export function withLimits(fetch: Fetch, limits: Limits): Fetch {
  return async (url, init) => {
    const timer = AbortSignal.timeout(limits.time)
    const signal = init.signal ? AbortSignal.any([init.signal, timer]) : timer
    try {
      const answer = await fetch(url, {
        ...init,
        signal,
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
      })
      const body = await readWithin(answer, limits.bytes, signal)
      const bodiless = body.byteLength === 0
      return new Response(bodiless ? null : body, { status: answer.status, headers: answer.headers })
    } catch (error) {
      throw timer.aborted && !(error instanceof ResponseTooLargeError) ? new TimeoutError() : error
    }
  }
}

async function readWithin(
  answer: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  // Chromium returns a proxy's 407 without a readable body.
  if (!answer.body || answer.status === PROXY_PASSWORD_PAGE) return discard(answer)
  const reader = answer.body.getReader()
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
