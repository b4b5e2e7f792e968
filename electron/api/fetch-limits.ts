/** The part of WHATWG fetch that the app uses; Node's and an Electron session's both fit. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Bounds of one call: ms for all of it, the body included, and bytes of the answer. */
export interface Limits {
  time: number
  bytes: number
}

/** The bounds of the design: 10,000 sessions are about 2 MiB. */
export const DEFAULT_LIMITS: Limits = { time: 15_000, bytes: 16 * 1024 * 1024 }

const PROXY_PASSWORD_PAGE = 407

/** The answer was larger than `Limits.bytes`; the rest was not read. */
export class ResponseTooLargeError extends Error {
  override name = 'ResponseTooLargeError'
}

/** The call took longer than `Limits.time`. */
export class TimeoutError extends Error {
  override name = 'TimeoutError'
}

/**
 * A fetch without cookies, cache or redirects, whose answer has been read to its end within the limits; so a slow drip
 * or an endless body is an error here and never reaches a parser.
 */
export function limited(fetch: Fetch, limits: Limits): Fetch {
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
  most: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  // Before a tunnel Chromium hands out a proxy's question for a password, but an error in place of its words.
  if (!answer.body || answer.status === PROXY_PASSWORD_PAGE) return discard(answer)
  const reader = answer.body.getReader()
  const stop = (): void => void reader.cancel(signal.reason).catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  try {
    const parts: Uint8Array[] = []
    let size = 0
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.byteLength
      if (size > most) throw new ResponseTooLargeError()
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
