import { describe, expect, it } from 'vitest'
import { OutOfTime, TooLarge } from '../../../electron/api/fetch-limits.ts'
import { failureOfError } from '../../../electron/api/network-failures.ts'

const chromium = (code: string): Error => new Error(`net::${code}`)
const node = (code: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code, syscall: 'connect' }) })

describe('failureOfError', () => {
  it.each([
    [chromium('ERR_INTERNET_DISCONNECTED'), 'offline noNetwork', 'offline noNetwork'],
    [chromium('ERR_NAME_NOT_RESOLVED'), 'offline unknownHost', 'offline unknownHost'],
    [chromium('ERR_CONNECTION_REFUSED'), 'offline refused', 'offline refused'],
    [chromium('ERR_UNSAFE_PORT'), 'offline refused', 'offline refused'],
    [chromium('ERR_PROXY_CONNECTION_FAILED'), 'offline proxy', 'offline proxy'],
    [chromium('ERR_TUNNEL_CONNECTION_FAILED'), 'offline proxy', 'offline proxy'],
    [chromium('ERR_CERT_AUTHORITY_INVALID'), 'tls', 'tls'],
    [chromium('ERR_SSL_PROTOCOL_ERROR'), 'tls', 'tls'],
    [chromium('ERR_CONNECTION_RESET'), 'offline interrupted', 'outcomeUnknown'],
    [chromium('ERR_EMPTY_RESPONSE'), 'offline interrupted', 'outcomeUnknown'],
    [chromium('ERR_CONTENT_LENGTH_MISMATCH'), 'offline interrupted', 'outcomeUnknown'],
    [chromium('ERR_TIMED_OUT'), 'timeout', 'outcomeUnknown'],
    [
      new Error("Attempted to redirect, but redirect policy was 'error'"),
      'unexpectedAnswer redirect',
      'unexpectedAnswer redirect',
    ],
    [node('ENOTFOUND'), 'offline unknownHost', 'offline unknownHost'],
    [node('ECONNREFUSED'), 'offline refused', 'offline refused'],
    [node('ENETUNREACH'), 'offline noNetwork', 'offline noNetwork'],
    [node('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls', 'tls'],
    [node('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls', 'tls'],
    [node('ECONNRESET'), 'offline interrupted', 'outcomeUnknown'],
    [node('UND_ERR_SOCKET'), 'offline interrupted', 'outcomeUnknown'],
    [new OutOfTime(), 'timeout', 'outcomeUnknown'],
    [new TooLarge(), 'unexpectedAnswer tooLarge', 'outcomeUnknown'],
    ['not even an error', 'offline interrupted', 'outcomeUnknown'],
  ])('%s: a read is %s, a write %s', (error, read, write) => {
    const told = (isWrite: boolean): string => {
      const failure = failureOfError(error, isWrite)
      return 'reason' in failure ? `${failure.kind} ${failure.reason}` : failure.kind
    }
    expect([told(false), told(true)]).toEqual([read, write])
  })

  it('looks through the attempts that Node makes by IPv6 and IPv4', () => {
    const attempts = ['EHOSTUNREACH', 'ECONNREFUSED'].map((code) =>
      Object.assign(new Error(code), { code, syscall: 'connect' }),
    )
    const error = new TypeError('fetch failed', { cause: new AggregateError(attempts) })
    expect(failureOfError(error, true).kind).toBe('offline')
  })
})
