import { ApiError } from './errors.ts'
import type { RateLimit, Settings } from './options.ts'

/** The limit of one service. */
export type Limits = ReturnType<typeof createLimits>

/** Counts the requests of each user; windows start at the first one and do not slide. */
export function createLimits({ rateLimit }: Settings, clock: () => number) {
  const requests = new Map<string, { used: number; until: number }>()
  return {
    /** Counts one request of `who`; throws 429 when there were too many. */
    countRequest(who: string): void {
      if (rateLimit === null) return
      const known = requests.get(who)
      const isOver = known === undefined || known.until <= clock()
      const count = isOver ? { used: 0, until: clock() + rateLimit.windowSeconds * 1000 } : known
      requests.set(who, count)
      if (++count.used > rateLimit.requests) throw tooMany(rateLimit, count.until, clock())
    },
  }
}

function tooMany({ requests }: RateLimit, until: number, now: number): ApiError {
  const headers = {
    'x-ratelimit-limit': String(requests),
    'x-ratelimit-remaining': '0',
    // Rounded up, so that a client that waits exactly this long is not refused again.
    'retry-after': String(Math.ceil((until - now) / 1000)),
  }
  return new ApiError({ status: 429, code: 'too_many_requests', message: 'Too Many Attempts.', headers })
}
