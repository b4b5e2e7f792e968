/** A random wait of up to `first * 2^attempt`, never over `cap` (ms): "full jitter" spreads clients that failed together. */
export function fullJitter(attempt: number, first: number, cap: number, random: number): number {
  return Math.round(Math.min(cap, first * 2 ** attempt) * random)
}
