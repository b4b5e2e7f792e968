/**
 * A random wait of up to `first * 2^attempt`, at most `cap` (ms). "Full jitter" spreads the retries of many clients.
 */
export function fullJitter(attempt: number, first: number, cap: number, random: number): number {
  return Math.round(Math.min(cap, first * 2 ** attempt) * random)
}
