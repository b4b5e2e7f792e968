import type { Failure } from '../contract/failure.ts'
import { fullJitter } from './backoff.ts'

const FIRST = 30_000
const LONGEST = 600_000
const DAY = 86_400_000

/** Failures that say that this service renews no tokens, or not this one: asking again soon would change nothing. */
const FINAL: ReadonlySet<Failure['kind']> = new Set([
  'notFound',
  'forbidden',
  'misconfigured',
  'invalid',
  'conflict',
])

/** When to try again after so many failed renewals, epoch ms; the old token is used meanwhile. `random` is in [0, 1). */
export function retryAfterFailure(failure: Failure, failures: number, now: number, random: number): number {
  if (failure.kind === 'rateLimited') return failure.retryAt
  if (FINAL.has(failure.kind)) return now + DAY
  return now + FIRST + fullJitter(failures, FIRST, LONGEST, random)
}

/** Whether the service may have renewed the token although the renewal failed. */
export function mayHaveRenewed({ kind }: Failure): boolean {
  return ['outcomeUnknown', 'unexpectedAnswer', 'server', 'timeout'].includes(kind)
}
