import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultPlan } from './faults/plan.ts'
import { reshape } from './faults/reshape.ts'
import type { Answer } from './responses.ts'

/** Where the reply to one request goes; `sent` gets the status when its head is written. */
export interface ResponseTarget {
  readonly raw: ServerResponse
  readonly clock: () => number
  readonly resetSocket: () => void
  readonly closing: AbortSignal
  readonly sent: (status: number) => void
}

const NOTHING_DONE: Answer = { status: 200, headers: {}, body: '' }

/** Does the work unless a fault prevents it, and sends the reply according to the plan. */
export async function sendResponse(
  { main, delays, cookies }: FaultPlan,
  work: () => Promise<Answer>,
  target: ResponseTarget,
): Promise<void> {
  const { raw, closing } = target
  const pause = async (when: 'before' | 'after'): Promise<void> => {
    for (const delay of delays) if (delay.when === when) await sleep(delay.ms, undefined, { signal: closing })
  }
  await pause('before')
  const isSkipped = main !== undefined && 'when' in main && main.when === 'before'
  const answer = isSkipped ? NOTHING_DONE : await work()
  await pause('after')

  const stream = (chunks: AsyncIterable<Buffer>): Promise<void> =>
    // It rejects when the client hangs up, which is expected.
    pipeline(Readable.from(chunks), raw, { signal: closing }).catch(() => undefined)
  const plain = reshape(answer, main)
  const baked = cookies.length > 0 ? { 'set-cookie': [...cookies] } : {}
  const reply = { ...plain, headers: { ...plain.headers, ...baked } }
  const body = Buffer.from(reply.body)
  if (main?.kind === 'reset') return target.resetSocket()
  if (main?.kind === 'endless') {
    writeHead(target, { status: 200, headers: { 'content-type': 'application/json' } })
    return stream(flood())
  }
  const isShort = main?.kind === 'truncated' && main.variant === 'short-body'
  // An empty body cannot be cut; close without a reply instead.
  if (isShort && body.length === 0) return void raw.destroy()
  writeHead(target, reply, body.length)
  if (main?.kind === 'drip') return stream(drip(body, main.everyMs, closing))
  if (isShort) raw.write(body.subarray(0, Math.floor(body.length / 2)), () => raw.destroy())
  else raw.end(body)
}

function writeHead(
  { raw, clock, sent }: ResponseTarget,
  { status, headers }: Omit<Answer, 'body'>,
  length?: number,
): void {
  const size = length === undefined || status === 204 ? {} : { 'content-length': length }
  // The service's clock, not Node's, skew included.
  const date = new Date(clock()).toUTCString()
  raw.writeHead(status, { 'cache-control': 'no-cache, private', ...headers, ...size, date })
  sent(status)
}

async function* drip(body: Buffer, everyMs: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at++) {
    yield body.subarray(at, at + 1)
    await sleep(everyMs, undefined, { signal })
  }
}

async function* flood(): AsyncGenerator<Buffer> {
  // Endless JSON, which only a size or time limit stops.
  yield Buffer.from('{"success":true,"data":{"sessions":"')
  const chunk = Buffer.alloc(65_536, 'x')
  for (;;) {
    yield chunk
    // Lets the service close meanwhile.
    await sleep(0)
  }
}
