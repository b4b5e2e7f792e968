import { describe, expect, it } from 'vitest'
import { isUnreachable, type Failure } from '../../../electron/shared/failure.ts'

describe('a failure', () => {
  it.each<Failure>([
    { kind: 'offline', reason: 'noNetwork' },
    { kind: 'offline', reason: 'refused' },
    { kind: 'timeout' },
    { kind: 'tls' },
    { kind: 'unexpectedAnswer', reason: 'html' },
  ])('of kind $kind means that the service could not be reached', (failure) => {
    expect(isUnreachable(failure)).toBe(true)
  })

  it.each<Failure>([
    { kind: 'offline', reason: 'notLoaded' },
    { kind: 'unexpectedAnswer', reason: 'shape' },
    { kind: 'server', status: 503 },
    { kind: 'rateLimited', retryAt: 1 },
    { kind: 'unauthenticated' },
  ])('of kind $kind is an answer of the service, or of this app', (failure) => {
    expect(isUnreachable(failure)).toBe(false)
  })
})
