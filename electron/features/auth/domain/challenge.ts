/** A sign-in that needs its two-factor code. It contains the password, and stays in memory for a limited time only. */
export interface Challenge {
  id: string
  baseUrl: string
  email: string
  password: string
  deviceName: string
  /** The expiry that the window shows, epoch ms. */
  expiresAt: number
  /** The same moment by the steady clock, which decides. */
  aliveUntil: number
}

/** How long the credentials of an unfinished sign-in stay in memory. */
export const CHALLENGE_LIFETIME_MS = 300_000

/** Whether a challenge can still be answered; `now` is by the steady clock. */
export function isAlive(challenge: Challenge, now: number): boolean {
  return now < challenge.aliveUntil
}
