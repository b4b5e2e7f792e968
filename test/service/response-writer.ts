import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from './responses.ts'

/** The client's end of one request: every way in which bytes, or none, are sent. */
export interface ResponseWriter {
  send(answer: Answer): void
  /** Announces the whole body, sends half of it and closes the connection. */
  sendShort(answer: Answer): void
  sendDripping(answer: Answer, everyMs: number): Promise<void>
  /** Streams until the client hangs up or the service closes. */
  sendEndless(chunkBytes: number, everyMs: number): Promise<void>
  /** RST instead of an answer. */
  reset(): void
}

/** What a wire needs to know; `sent` hears the status when the head of an answer is written. */
export interface ResponseWriterOptions {
  readonly raw: ServerResponse
  readonly clock: () => number
  readonly resetSocket: () => void
  readonly closing: AbortSignal
  readonly sent: (status: number) => void
}

/** The wire over one response of node:http. */
export function createResponseWriter({
  raw,
  clock,
  resetSocket,
  closing,
  sent,
}: ResponseWriterOptions): ResponseWriter {
  const head = (answer: Answer, length?: number): void => {
    const size = length === undefined || answer.status === 204 ? {} : { 'content-length': length }
    // The service's clock, not Node's: a skewed service must say so.
    const date = new Date(clock()).toUTCString()
    raw.writeHead(answer.status, { 'cache-control': 'no-cache, private', ...answer.headers, ...size, date })
    sent(answer.status)
  }
  const stream = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    // It rejects when the client hangs up, which is the expected end of these.
    await pipeline(Readable.from(chunks), raw, { signal: closing }).catch(() => undefined)
  }

  return {
    send(answer) {
      head(answer, Buffer.byteLength(answer.body))
      raw.end(answer.body)
    },
    sendShort(answer) {
      const body = Buffer.from(answer.body)
      // An empty body cannot be cut short; closing without an answer is the nearest to it.
      if (body.length === 0) return void raw.destroy()
      head(answer, body.length)
      raw.write(body.subarray(0, Math.floor(body.length / 2)), () => raw.destroy())
    },
    async sendDripping(answer, everyMs) {
      const body = Buffer.from(answer.body)
      head(answer, body.length)
      await stream(drip(body, everyMs, closing))
    },
    async sendEndless(chunkBytes, everyMs) {
      head({ status: 200, headers: { 'content-type': 'application/json' }, body: '' })
      await stream(flood(chunkBytes, everyMs, closing))
    },
    reset: resetSocket,
  }
}

async function* drip(body: Buffer, everyMs: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at++) {
    yield body.subarray(at, at + 1)
    await sleep(everyMs, undefined, { signal })
  }
}

async function* flood(chunkBytes: number, everyMs: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  // A JSON text that never ends, so that only a size or time limit can stop its reader.
  yield Buffer.from('{"success":true,"data":{"sessions":"')
  const chunk = Buffer.alloc(chunkBytes, 'x')
  for (;;) {
    yield chunk
    await sleep(everyMs, undefined, { signal })
  }
}
