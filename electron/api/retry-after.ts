/** The wait after a 429 that does not say how long, ms (design section 6). */
export const USUAL_WAIT = 60_000
const LONGEST_WAIT = 86_400_000

/**
 * When to try again, epoch ms by this computer's clock, from `Retry-After` in seconds or as a date (RFC 9110 section
 * 10.2.3; the date is by the service's clock, hence `skew`).
 */
export function retryAtOf(header: string | null, now: number, skew: number): number {
  const text = header?.trim() ?? ''
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - skew - now
  if (Number.isNaN(wait)) return now + USUAL_WAIT
  return now + Math.min(Math.max(wait, 1_000), LONGEST_WAIT)
}
