import { ApiError } from './errors.ts'
import type { RateLimit, Settings } from './options.ts'

interface Count {
  used: number
  until: number
}

/** The two limits of one service: bad sign-ins by e-mail, and requests by user. */
export type Limits = ReturnType<typeof createLimits>

/** Fresh counts under the given settings; windows start at the first event and do not slide. */
export function createLimits({ signInLockout: lockout, rateLimit }: Settings, clock: () => number) {
  const failures = new Map<string, Count>()
  const requests = new Map<string, Count>()

  const current = (counts: Map<string, Count>, key: string, seconds: number): Count => {
    const known = counts.get(key)
    if (known !== undefined && known.until > clock()) return known
    const fresh = { used: 0, until: clock() + seconds * 1000 }
    counts.set(key, fresh)
    return fresh
  }

  return {
    /** Throws 429 or 423 without Retry-After while the e-mail is locked out. */
    checkSignIn(email: string): void {
      if (lockout === null || current(failures, email, lockout.seconds).used < lockout.attempts) return
      const message = 'Too many login attempts. Please try again later.'
      throw new ApiError({ status: lockout.status ?? 429, code: 'too_many_attempts', message })
    },
    signInFailed(email: string): void {
      if (lockout !== null) current(failures, email, lockout.seconds).used++
    },
    signInSucceeded: (email: string): void => void failures.delete(email),
    /** Counts one request of `who`; throws 429 when there were too many. */
    countRequest(who: string): void {
      if (rateLimit === null) return
      const count = current(requests, who, rateLimit.windowSeconds)
      if (++count.used > rateLimit.requests) throw tooMany(rateLimit, count.until, clock())
    },
  }
}

function tooMany(limit: RateLimit, until: number, now: number): ApiError {
  const headers: Record<string, string> = {
    'x-ratelimit-limit': String(limit.requests),
    'x-ratelimit-remaining': '0',
  }
  const style = limit.retryAfter ?? 'seconds'
  // Rounded up, so that a client that waits exactly this long is not refused again.
  if (style === 'seconds') headers['retry-after'] = String(Math.ceil((until - now) / 1000))
  if (style === 'date') headers['retry-after'] = new Date(Math.ceil(until / 1000) * 1000).toUTCString()
  return new ApiError({ status: 429, code: 'too_many_requests', message: 'Too Many Attempts.', headers })
}
