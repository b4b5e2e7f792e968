import type { Failure } from '../shared/failure.ts'

/**
 * Returns a random wait of up to `initialMs * 2^attempt`, at most `maxMs`. `attempt` counts from 0, `random` is in
 * [0, 1). "Full jitter" spreads the retries of many clients.
 */
export function fullJitter(attempt: number, initialMs: number, maxMs: number, random: number): number {
  return Math.round(Math.min(maxMs, initialMs * 2 ** attempt) * random)
}

const PERMANENT: ReadonlySet<Failure['kind']> = new Set([
  'notFound',
  'forbidden',
  'misconfigured',
  'invalid',
  'conflict',
])

/**
 * Whether an early retry of a renewal or logout would most likely fail the same way: the service has no such endpoint, or
 * refuses this token.
 */
export function isPermanent({ kind }: Failure): boolean {
  return PERMANENT.has(kind)
}
