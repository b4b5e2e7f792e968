/** A sign-in that waits for its two-factor code. Lives in main's memory only, and not for long. */
export interface Challenge {
  id: string
  baseUrl: string
  email: string
  password: string
  deviceName: string
  /** Epoch ms. */
  expiresAt: number
}

/** How long the credentials of an unfinished sign-in are kept, ms. */
export const CHALLENGE_LASTS = 300_000

/** Whether a challenge can still be answered. */
export function isAlive(challenge: Challenge, now: number): boolean {
  return now < challenge.expiresAt
}
