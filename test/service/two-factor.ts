import { generateSync, verifySync } from 'otplib'
import type { User } from './core.ts'

const STEP_SECONDS = 30
/** How many steps around the current one a code may come from. */
const WINDOW = 1

function stepAt(now: number): number {
  return Math.floor(now / 1000 / STEP_SECONDS)
}

/** Checks a six-digit TOTP code and consumes it: neither it nor an older one is accepted again. */
export function acceptCode(user: User, code: string, now: number): boolean {
  if (user.twoFactorSecret === null) return false
  const last = user.lastCodeStep
  // otplib throws beyond its window, which a test clock that was set back would cause.
  if (last !== null && last >= stepAt(now) + WINDOW) return false
  const result = verifySync({
    secret: user.twoFactorSecret,
    token: code,
    epoch: now / 1000,
    epochTolerance: WINDOW * STEP_SECONDS,
    ...(last === null ? {} : { afterTimeStep: last }),
  })
  if (!result.valid || !('timeStep' in result)) return false
  user.lastCodeStep = result.timeStep
  return true
}

/** A valid, unused code: the current one or, once that is used, the next within the window. */
export function unusedCode(user: User, now: number): string {
  if (user.twoFactorSecret === null) throw new Error(`${user.email} has no two-factor verification`)
  const step = Math.max(stepAt(now), (user.lastCodeStep ?? 0) + 1)
  if (step > stepAt(now) + WINDOW) {
    throw new Error(`every code of ${user.email} is used for now`)
  }
  return generateSync({ secret: user.twoFactorSecret, epoch: step * STEP_SECONDS })
}
