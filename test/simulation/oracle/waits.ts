import type { ServiceAnswer, ServiceRequest } from '../world/service.ts'
import type { Truth } from '../world/truth.ts'
import type { Violations } from './violations.ts'

/** Sums of times in ms are not exact. */
const ROUNDING_MS = 0.001

/** Remembers how long the service told an account to wait, and looks for requests that do not. `now` is the true time, ms. */
export function createWaits(now: () => number, truth: Truth, violations: Violations) {
  const until = new Map<string, number>()
  const keyOf = ({ base, token }: ServiceRequest): string =>
    `${base} ${truth.userOf(token)?.id} ${truth.owner(token) === undefined}`

  return {
    /** A request leaves this computer. */
    sent(request: ServiceRequest) {
      const isWaiting = (until.get(keyOf(request)) ?? 0) > now() + ROUNDING_MS
      // A sign-in, a sign-out and what a person changes may be tried.
      if (isWaiting && request.path.startsWith('/auth/sessions'))
        violations.add('does not wait', null, `${request.method} ${request.path} after a 429.`)
    },
    delivered(request: ServiceRequest, { status, headers }: ServiceAnswer) {
      const seconds = Number(headers?.['retry-after'])
      // What a person left is asked on its own.
      if (status === 429 && request.path !== '/auth/logout')
        until.set(keyOf(request), now() + seconds * 1_000)
    },
    /** What was told is forgotten: another process runs, or the account signs in again. */
    forget: () => until.clear(),
  }
}
