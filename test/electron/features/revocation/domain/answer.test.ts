import { expect, it } from 'vitest'
import { meaningOf, type Meaning } from '../../../../../electron/features/revocation/domain/answer.ts'
import type { Failure } from '../../../../../electron/shared/failure.ts'
import { failed, ok } from '../../../../../electron/shared/result.ts'

const WAITING: Meaning['state'] = { is: 'waiting' }
const lost = (failure: Failure): Meaning => ({ answer: 'lost', state: { is: 'sent', failure } })
const refused = (failure: Failure): Meaning => ({ answer: null, state: { is: 'refused', failure } })
const unsent = (): Meaning => ({ answer: null, state: WAITING })

it('means that it ended, if the service agreed', () => {
  expect(meaningOf(ok(null))).toEqual({ answer: 'ended', state: { is: 'sent', failure: null } })
})

it.each<[string, Failure, (failure: Failure) => Meaning]>([
  ['not found', { kind: 'notFound' }, (failure) => ({ answer: 'gone', state: { is: 'sent', failure } })],
  // Chromium may have sent it before the network went.
  ['cut off', { kind: 'outcomeUnknown', reason: 'unreachable' }, () => ({ answer: 'lost', state: WAITING })],
  ['a broken connection', { kind: 'outcomeUnknown' }, lost],
  ['an answer that is too late', { kind: 'outcomeUnknown', reason: 'timeout' }, lost],
  ['no answer', { kind: 'timeout' }, lost],
  ['an error of the service', { kind: 'server', status: 502 }, lost],
  ['a web page', { kind: 'unexpectedAnswer', reason: 'html' }, lost],
  ['too many requests', { kind: 'rateLimited', retryAt: 5 }, unsent],
  ['no network', { kind: 'offline', reason: 'noNetwork' }, unsent],
  ['a stranger in the line', { kind: 'tls' }, unsent],
  ['a refusal', { kind: 'forbidden' }, refused],
  ['a conflict', { kind: 'conflict' }, refused],
  ['a token that does not count', { kind: 'unauthenticated' }, refused],
  ['a disk that refuses', { kind: 'misconfigured', reason: 'storage' }, refused],
])('knows the meaning of %s', (_what, failure, expected) => {
  expect(meaningOf(failed(failure))).toEqual(expected(failure))
})
