import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../../../electron/shared/failure.ts'
import type { PasswordVerdict } from '../../../../../electron/shared/password.ts'
import { failed, ok } from '../../../../../electron/shared/result.ts'
import {
  classifyProbe,
  probeName,
  verdictOfChange,
  verdictOfProbes,
  type ResponseKind,
  type ProbeOutcome,
} from '../../../../../electron/features/password/domain/password-verdict.ts'

const invalid = (...fields: string[]): Failure => ({
  kind: 'invalid',
  fields: Object.fromEntries(fields.map((field) => [field, ['No.']])),
})

describe('the verdict of a change', () => {
  it.each<[string, Failure, ResponseKind, PasswordVerdict]>([
    ['JSON 400 or 422', invalid('current_password'), 'json', 'unchanged'],
    ['success: false', invalid(), 'json', 'unchanged'],
    ['JSON 423', { kind: 'locked' }, 'json', 'unchanged'],
    ['JSON 429', { kind: 'rateLimited', retryAt: 1 }, 'json', 'unchanged'],
    ['a page with 422', invalid(), 'other', 'unknown'],
    ['a page with 429', { kind: 'rateLimited', retryAt: 1 }, 'other', 'unknown'],
    ['JSON 401 after sending', { kind: 'unauthenticated' }, 'json', 'unknown'],
    ['JSON 403', { kind: 'forbidden' }, 'json', 'unknown'],
    ['JSON 404', { kind: 'notFound' }, 'json', 'unknown'],
    ['JSON 409', { kind: 'conflict' }, 'json', 'unknown'],
    ['a 500', { kind: 'server', status: 500 }, 'json', 'unknown'],
    ['HTML with 200', { kind: 'unexpectedAnswer', reason: 'html' }, 'other', 'unknown'],
    ['a proxy’s 407', { kind: 'offline', reason: 'proxy' }, 'other', 'unknown'],
    ['no network', { kind: 'offline', reason: 'noNetwork' }, 'nothing', 'notSent'],
    ['a refused connection', { kind: 'offline', reason: 'refused' }, 'nothing', 'notSent'],
    ['a certificate that is not trusted', { kind: 'tls' }, 'nothing', 'notSent'],
    ['a response that was cut', { kind: 'outcomeUnknown' }, 'nothing', 'unknown'],
    ['a time that ran out', { kind: 'timeout' }, 'nothing', 'unknown'],
    ['this computer’s disk', { kind: 'misconfigured', reason: 'storage' }, 'nothing', 'unknown'],
  ])('%s', (_what, failure, answered, verdict) => {
    expect(verdictOfChange(failed(failure), answered)).toBe(verdict)
  })

  it('is "changed" after a success only', () => {
    expect(verdictOfChange(ok(null), 'json')).toBe('changed')
  })
})

describe('the answer of a probe', () => {
  it.each<[string, Failure, ProbeOutcome]>([
    ['401 in JSON', { kind: 'unauthenticated' }, 'rejected'],
    ['422 about the password', invalid('password'), 'rejected'],
    ['422 about the email, as many services put it', invalid('email', 'device_name'), 'rejected'],
    ['422 without fields', invalid(), 'rejected'],
    ['422 about something else', invalid('device_name'), 'unclear'],
    ['a lock', { kind: 'locked' }, 'unclear'],
    ['too many attempts', { kind: 'rateLimited', retryAt: 1 }, 'unclear'],
    ['403, which may be about the email', { kind: 'forbidden' }, 'unclear'],
    ['a lost response', { kind: 'outcomeUnknown' }, 'unclear'],
    ['no network', { kind: 'offline', reason: 'noNetwork' }, 'unclear'],
    ['a portal', { kind: 'unexpectedAnswer', reason: 'html' }, 'unclear'],
  ])('%s', (_what, failure, answer) => {
    expect(classifyProbe(failed(failure))).toBe(answer)
  })

  it('is "accepted" with a token, and if a code is requested', () => {
    const answers = [ok({ kind: 'granted' }), ok({ kind: 'twoFactor' })] as const
    expect(answers.map(classifyProbe)).toEqual(['accepted', 'accepted'])
  })
})

it.each<[withNew: ProbeOutcome, withOld: ProbeOutcome, PasswordVerdict]>([
  ['accepted', 'accepted', 'unknown'],
  ['accepted', 'rejected', 'changed'],
  ['accepted', 'unclear', 'unknown'],
  ['rejected', 'accepted', 'unchanged'],
  ['rejected', 'rejected', 'unknown'],
  ['rejected', 'unclear', 'unknown'],
  ['unclear', 'accepted', 'unknown'],
  ['unclear', 'rejected', 'unknown'],
  ['unclear', 'unclear', 'unknown'],
])('the verdict of two probes, new %s, old %s: %s', (withNew, withOld, verdict) => {
  expect(verdictOfProbes(withNew, withOld)).toBe(verdict)
})

it('probes have names that differ from each other and between changes', () => {
  const names = [probeName(1_000, 'new'), probeName(1_000, 'old'), probeName(1_001, 'new')]
  expect(new Set(names).size).toBe(3)
})
