/**
 * Returns a random wait of up to `initialMs * 2^attempt`, at most `maxMs`. `attempt` counts from 0, `random` is in
 * [0, 1). "Full jitter" spreads the retries of many clients.
 */
export function fullJitter(attempt: number, initialMs: number, maxMs: number, random: number): number {
  return Math.round(Math.min(maxMs, initialMs * 2 ** attempt) * random)
}
