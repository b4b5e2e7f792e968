import { expect, it } from 'vitest'
import type { Failure } from '../../../../../electron/shared/failure.ts'
import { nextLogoutIn, type FailedLogout } from '../../../../../electron/features/auth/domain/logout-retry.ts'

const WEEK = 7 * 86_400_000
const AT = 1_000_000
const server: Failure = { kind: 'server', status: 500 }
const noNetwork: Failure = { kind: 'offline', reason: 'noNetwork' }

it.each<[string, Failure, Partial<FailedLogout>, number | null]>([
  ['waits at first', server, {}, 45_000],
  ['waits longer each time', server, { tries: 4 }, 150_000],
  ['is given up after five tries', server, { tries: 5 }, null],
  ['is given up if a retry would fail the same way', { kind: 'forbidden' }, {}, null],
  ['without a network never counts', noNetwork, { tries: 9 }, 30_000],
  ['that was refused counts', { kind: 'offline', reason: 'refused' }, { tries: 5 }, null],
  ['is retried for a week', noNetwork, { age: WEEK }, 30_000],
  ['is given up after a week', noNetwork, { age: WEEK + 1 }, null],
  ['waits as long as the service wants', { kind: 'rateLimited', retryAt: AT + 90_000 }, {}, 90_000],
  ['waits no less than usual', { kind: 'rateLimited', retryAt: AT + 1_000 }, {}, 45_000],
])('a failed logout %s', (_case, failure, part, wait) => {
  expect(nextLogoutIn({ failure, tries: 1, age: 0, now: AT, random: 0.5, ...part })).toBe(wait)
})
