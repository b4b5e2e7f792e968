import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from './responses.ts'

/** Sends the reply to one request, in full or broken in several ways. */
export interface ResponseWriter {
  send(answer: Answer): void
  /** Sends the full Content-Length, half of the body, and closes the connection. */
  sendShort(answer: Answer): void
  sendDripping(answer: Answer, everyMs: number): Promise<void>
  /** Streams until the client hangs up or the service closes. */
  sendEndless(chunkBytes: number, everyMs: number): Promise<void>
  /** Resets the connection (RST) instead of replying. */
  reset(): void
}

/** What a response writer needs; `sent` gets the status when the head of a reply is written. */
export interface ResponseWriterOptions {
  readonly raw: ServerResponse
  readonly clock: () => number
  readonly resetSocket: () => void
  readonly closing: AbortSignal
  readonly sent: (status: number) => void
}

/** A response writer over one response of node:http. */
export function createResponseWriter({
  raw,
  clock,
  resetSocket,
  closing,
  sent,
}: ResponseWriterOptions): ResponseWriter {
  const head = (answer: Answer, length?: number): void => {
    const size = length === undefined || answer.status === 204 ? {} : { 'content-length': length }
    // The service's clock, not Node's, skew included.
    const date = new Date(clock()).toUTCString()
    raw.writeHead(answer.status, { 'cache-control': 'no-cache, private', ...answer.headers, ...size, date })
    sent(answer.status)
  }
  const stream = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    // It rejects when the client hangs up, which is expected.
    await pipeline(Readable.from(chunks), raw, { signal: closing }).catch(() => undefined)
  }

  return {
    send(answer) {
      head(answer, Buffer.byteLength(answer.body))
      raw.end(answer.body)
    },
    sendShort(answer) {
      const body = Buffer.from(answer.body)
      // An empty body cannot be cut; close without a reply instead.
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
  // Endless JSON, which only a size or time limit stops.
  yield Buffer.from('{"success":true,"data":{"sessions":"')
  const chunk = Buffer.alloc(chunkBytes, 'x')
  for (;;) {
    yield chunk
    await sleep(everyMs, undefined, { signal })
  }
}
