import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  failureOfError,
  ResponseTooLargeError,
  TimeoutError,
} from '../../../electron/api/network-failures.ts'
import { MAYBE_SENT, NEVER_SENT } from './network-failures-harness.ts'

const chromium = (code: string): Error => new Error(`net::${code}`)
const node = (code: string, syscall = 'connect'): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('Failed'), { code, syscall }) })
function causedByItself(): Error {
  const error = new Error('Failed')
  error.cause = error
  return error
}
const describeFailure = (
  error: unknown,
  isWrite: boolean,
  wasOffline = false,
  mayReuseConnection = false,
): string => {
  const failure = failureOfError(error, { isWrite, wasOffline, mayReuseConnection })
  return 'reason' in failure ? `${failure.kind} ${failure.reason}` : failure.kind
}

describe('failureOfError', () => {
  it.each<[unknown, read: string, write: string]>([
    [node('ENOTFOUND', 'getaddrinfo'), 'offline unknownHost', 'offline unknownHost'],
    [node('ECONNREFUSED'), 'offline refused', 'offline refused'],
    [node('EHOSTUNREACH'), 'offline refused', 'offline refused'],
    [node('ENETUNREACH'), 'offline noNetwork', 'offline noNetwork'],
    [node('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls', 'tls'],
    [node('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'tls', 'tls'],
    [node('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls', 'tls'],
    [node('ECONNRESET'), 'offline interrupted', 'outcomeUnknown'],
    [node('ECONNRESET', 'read'), 'offline interrupted', 'outcomeUnknown'],
    // The route disappeared during the wait for the answer.
    [node('EHOSTUNREACH', 'read'), 'offline interrupted', 'outcomeUnknown'],
    [Object.assign(new Error('Failed'), { code: 'ECONNREFUSED' }), 'offline refused', 'offline refused'],
    [Object.assign(new Error('net::ERR_TIMED_OUT'), { code: 5 }), 'timeout', 'outcomeUnknown timeout'],
    [causedByItself(), 'offline interrupted', 'outcomeUnknown'],
    [node('UND_ERR_SOCKET'), 'offline interrupted', 'outcomeUnknown'],
    [node('UND_ERR_HEADERS_TIMEOUT'), 'timeout', 'outcomeUnknown timeout'],
    [new TimeoutError(), 'timeout', 'outcomeUnknown timeout'],
    [new ResponseTooLargeError(), 'unexpectedAnswer tooLarge', 'outcomeUnknown tooLarge'],
    [
      new Error("Attempted to redirect, but redirect policy was 'error'"),
      'unexpectedAnswer redirect',
      'unexpectedAnswer redirect',
    ],
    ['not even an error', 'offline interrupted', 'outcomeUnknown'],
  ])('%s: a read is %s, a write %s', (error, read, write) => {
    expect([describeFailure(error, false), describeFailure(error, true)]).toEqual([read, write])
  })

  it('checks both attempts that Node makes, over IPv6 and IPv4', () => {
    const attempts = ['EHOSTUNREACH', 'ECONNREFUSED'].map((code) =>
      Object.assign(new Error('Failed'), { code, syscall: 'connect' }),
    )
    expect(
      describeFailure(new TypeError('fetch failed', { cause: new AggregateError(attempts) }), true),
    ).toBe('offline refused')
  })
})

describe('Chromium’s errors', () => {
  it.each(NEVER_SENT)('%s comes before the request is sent: %s, also for a write', (code, means) => {
    expect([describeFailure(chromium(code), false), describeFailure(chromium(code), true)]).toEqual([
      means,
      means,
    ])
  })

  it.each(MAYBE_SENT)('%s may come after a write was sent; a read is %s', (code, means) => {
    const write = means === 'timeout' ? 'outcomeUnknown timeout' : 'outcomeUnknown'
    expect([describeFailure(chromium(code), false), describeFailure(chromium(code), true)]).toEqual([
      means,
      write,
    ])
  })

  it('about a missing network mean "never sent" only if there was no network before the call', () => {
    const error = chromium('ERR_INTERNET_DISCONNECTED')
    expect([describeFailure(error, true), describeFailure(error, true, true)]).toEqual([
      'outcomeUnknown',
      'offline noNetwork',
    ])
    expect(describeFailure(chromium('ERR_CONNECTION_RESET'), true, true)).toBe('outcomeUnknown')
  })

  it('that are unknown leave the outcome of a write open, and never throw', () => {
    const known = NEVER_SENT.map(([code]) => code)
    const code = fc
      .array(fc.constantFrom('SSL', 'CONNECTION', 'HTTP2', 'QUIC', 'NEW', 'FAILED', 'ABORTED', 'STATE'), {
        minLength: 1,
        maxLength: 4,
      })
      .map((words) => `ERR_${words.join('_')}`)
      .filter((unknownCode) => !known.some((other) => unknownCode.startsWith(other)))
    fc.assert(
      fc.property(code, (unknownCode) => {
        expect(describeFailure(chromium(unknownCode), true)).toBe('outcomeUnknown')
        expect(describeFailure(chromium(unknownCode), false)).toMatch(/^offline \w+$|^timeout$/)
      }),
    )
    fc.assert(
      fc.property(fc.anything(), fc.boolean(), fc.boolean(), (thrown, isWrite, wasOffline) => {
        expect(describeFailure(thrown, isWrite, wasOffline)).toBe(
          isWrite ? 'outcomeUnknown' : 'offline interrupted',
        )
      }),
    )
  })
})
