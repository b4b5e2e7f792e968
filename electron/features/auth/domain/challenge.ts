/** A sign-in that waits for its two-factor code. Lives in main's memory only, and not for long. */
export interface Challenge {
  id: string
  baseUrl: string
  email: string
  password: string
  deviceName: string
  /** As people are told, epoch ms. */
  expiresAt: number
  /** The same moment by the steady clock, which is the one that counts. */
  aliveUntil: number
}

/** How long the credentials of an unfinished sign-in are kept, ms. */
export const CHALLENGE_LIFETIME_MS = 300_000

/** Whether a challenge can still be answered; `now` by the steady clock. */
export function isAlive(challenge: Challenge, now: number): boolean {
  return now < challenge.aliveUntil
}
