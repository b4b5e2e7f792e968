import { expect, it } from 'vitest'
import { isUnreachable, type Failure } from '../../../electron/shared/failure.ts'

it.each<[Failure, boolean]>([
  [{ kind: 'offline', reason: 'noNetwork' }, true],
  [{ kind: 'timeout' }, true],
  [{ kind: 'tls' }, true],
  [{ kind: 'unexpectedAnswer', reason: 'html' }, true],
  [{ kind: 'unexpectedAnswer', reason: 'shape' }, false],
  [{ kind: 'server', status: 503 }, false],
  [{ kind: 'unauthenticated' }, false],
])('the failure %o means that the service could not be reached: %s', (failure, expected) => {
  expect(isUnreachable(failure)).toBe(expected)
})
