import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from './responses.ts'
import type { ErrorShape } from './errors.ts'
import type { FaultPlan, MainFault } from './faults/plan.ts'
import {
  breakTypes,
  cutJson,
  faultyPage,
  faultyRedirect,
  faultyStatus,
  rewriteJson,
} from './faults/reshape.ts'
import type { ResponseWriter } from './response-writer.ts'

/** What a fault needs of the service. */
export interface ResponseContext {
  readonly writer: ResponseWriter
  readonly ownShape: ErrorShape
  readonly closing: AbortSignal
}

const NOTHING_DONE: Answer = { status: 200, headers: {}, body: '' }

/** Does the work unless a fault prevents it, and sends the reply according to the plan. */
export async function sendResponse(
  plan: FaultPlan,
  work: () => Promise<Answer>,
  delivery: ResponseContext,
): Promise<void> {
  const { main, delays, cookies } = plan
  await pause(delays, 'before', delivery.closing)
  const skipped = main !== undefined && 'when' in main && main.when === 'before'
  const answer = skipped ? NOTHING_DONE : await work()
  await pause(delays, 'after', delivery.closing)
  await put(main, answer, cookies, delivery)
}

async function pause(
  delays: FaultPlan['delays'],
  when: 'before' | 'after',
  closing: AbortSignal,
): Promise<void> {
  for (const delay of delays) if (delay.when === when) await sleep(delay.ms, undefined, { signal: closing })
}

function put(
  main: MainFault | undefined,
  answer: Answer,
  cookies: readonly string[],
  { writer, ownShape }: ResponseContext,
): Promise<void> | void {
  const bake = (plain: Answer): Answer =>
    cookies.length === 0 ? plain : { ...plain, headers: { ...plain.headers, 'set-cookie': [...cookies] } }
  switch (main?.kind) {
    case undefined:
      return writer.send(bake(answer))
    // Refused requests are cut off on arrival, in server.ts.
    case 'refuse':
    case 'reset':
      return writer.reset()
    case 'truncated':
      return main.variant === 'cut-json' ? writer.send(bake(cutJson(answer))) : writer.sendShort(bake(answer))
    case 'html':
      return writer.send(bake(faultyPage(main)))
    case 'status':
      return writer.send(bake(faultyStatus(main, ownShape)))
    case 'redirect':
      return writer.send(bake(faultyRedirect(main)))
    case 'wrong-types':
      return writer.send(bake(rewriteJson(answer, breakTypes)))
    case 'rewrite':
      return writer.send(bake(rewriteJson(answer, main.rewrite)))
    case 'content-type':
      return writer.send(bake({ ...answer, headers: { ...answer.headers, 'content-type': main.value } }))
    case 'drip':
      return writer.sendDripping(bake(answer), main.everyMs)
    case 'endless':
      return writer.sendEndless(main.chunkBytes, main.everyMs)
  }
}
