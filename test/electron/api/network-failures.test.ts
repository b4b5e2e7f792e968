import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  failureOfError,
  ResponseTooLargeError,
  TimeoutError,
} from '../../../electron/api/network-failures.ts'

// Codes of Chromium's net/base/net_error_list.h with which a call can end, by the resulting failure.
const of = (means: string, codes: string): [code: string, means: string][] =>
  codes.split(' ').map((code) => [`ERR_${code}`, means])

/** Codes that come before a request is sent, on a connection of its own. */
const NEVER_SENT = [
  ...of('offline unknownHost', 'NAME_NOT_RESOLVED NAME_RESOLUTION_FAILED ICANN_NAME_COLLISION DNS_TIMED_OUT'),
  ...of('offline unknownHost', 'DNS_SERVER_FAILED DNS_MALFORMED_RESPONSE'),
  ...of('offline proxyPassword', 'PROXY_AUTH_REQUESTED PROXY_AUTH_UNSUPPORTED'),
  ...of('offline proxyPassword', 'PROXY_AUTH_REQUESTED_WITH_NO_CONNECTION'),
  ...of('offline proxy', 'PROXY_CONNECTION_FAILED TUNNEL_CONNECTION_FAILED PROXY_CERTIFICATE_INVALID'),
  ...of('offline proxy', 'SOCKS_CONNECTION_FAILED SOCKS_CONNECTION_HOST_UNREACHABLE'),
  ...of('offline proxy', 'MANDATORY_PROXY_CONFIGURATION_FAILED PAC_SCRIPT_FAILED PAC_NOT_IN_DHCP'),
  ...of('offline proxy', 'NO_SUPPORTED_PROXIES'),
  ...of('offline refused', 'CONNECTION_REFUSED CONNECTION_FAILED ADDRESS_INVALID INVALID_URL'),
  ...of('misconfigured blockedPort', 'UNSAFE_PORT'),
  ...of('offline refused', 'UNKNOWN_URL_SCHEME DISALLOWED_URL_SCHEME'),
  ...of('offline noNetwork', 'NETWORK_ACCESS_DENIED'),
  ...of('tls', 'CERT_COMMON_NAME_INVALID CERT_DATE_INVALID CERT_AUTHORITY_INVALID CERT_INVALID'),
  ...of('tls', 'CERTIFICATE_TRANSPARENCY_REQUIRED CERT_KNOWN_INTERCEPTION_BLOCKED'),
  ...of('tls', 'SSL_VERSION_OR_CIPHER_MISMATCH SSL_PINNED_KEY_NOT_IN_CERT_CHAIN'),
]

/** Codes that may come after a request was sent. */
const MAYBE_SENT = [
  ...of('offline interrupted', 'IO_PENDING FAILED ABORTED INVALID_ARGUMENT UNEXPECTED ACCESS_DENIED'),
  ...of('offline interrupted', 'CONNECTION_ABORTED CONNECTION_CLOSED CONNECTION_RESET NETWORK_CHANGED'),
  ...of('offline interrupted', 'NETWORK_IO_SUSPENDED CONTEXT_SHUT_DOWN CERT_DATABASE_CHANGED EMPTY_RESPONSE'),
  ...of('offline interrupted', 'QUIC_HANDSHAKE_FAILED EARLY_DATA_REJECTED'),
  ...of('offline plainHttp', 'SSL_PROTOCOL_ERROR'),
  ...of('offline interrupted', 'SSL_BAD_RECORD_MAC_ALERT SSL_DECRYPT_ERROR_ALERT'),
  ...of('offline interrupted', 'SSL_UNRECOGNIZED_NAME_ALERT SSL_DECOMPRESSION_FAILURE_ALERT'),
  ...of('offline interrupted', 'SSL_RENEGOTIATION_REQUESTED SSL_SERVER_CERT_CHANGED SSL_NO_RENEGOTIATION'),
  ...of('offline interrupted', 'SSL_CLIENT_AUTH_CERT_NEEDED BAD_SSL_CLIENT_AUTH_CERT'),
  ...of('offline interrupted', 'SSL_KEY_USAGE_INCOMPATIBLE SSL_SERVER_CERT_BAD_FORMAT SSL_OBSOLETE_CIPHER'),
  ...of('offline interrupted', 'ECH_NOT_NEGOTIATED TLS13_DOWNGRADE_DETECTED WRONG_VERSION_ON_EARLY_DATA'),
  ...of('offline interrupted', 'SSL_HANDSHAKE_NOT_COMPLETED'),
  ...of('offline noNetwork', 'INTERNET_DISCONNECTED'),
  ...of('offline refused', 'ADDRESS_UNREACHABLE BLOCKED_BY_RESPONSE BLOCKED_BY_CLIENT BLOCKED_BY_ORB'),
  ...of('offline proxy', 'UNEXPECTED_PROXY_AUTH UNABLE_TO_REUSE_CONNECTION_FOR_PROXY_AUTH'),
  ...of('offline proxy', 'PROXY_HTTP_1_1_REQUIRED'),
  ...of('timeout', 'TIMED_OUT CONNECTION_TIMED_OUT'),
]

const chromium = (code: string): Error => new Error(`net::${code}`)
const meaning = (error: unknown, isWrite: boolean, wasOffline = false): string => {
  const failure = failureOfError(error, { isWrite, wasOffline, mayReuseConnection: false })
  return 'reason' in failure ? `${failure.kind} ${failure.reason}` : failure.kind
}
/** What the error means for a read and for a write. */
const meanings = (error: unknown) => [meaning(error, false), meaning(error, true)]

it.each<[unknown, read: string, write: string]>([
  [new TimeoutError(), 'timeout', 'outcomeUnknown timeout'],
  [new ResponseTooLargeError(), 'unexpectedAnswer tooLarge', 'outcomeUnknown tooLarge'],
  [new Error('Attempted to redirect'), 'unexpectedAnswer redirect', 'unexpectedAnswer redirect'],
  ['not even an error', 'offline interrupted', 'outcomeUnknown'],
  [undefined, 'offline interrupted', 'outcomeUnknown'],
])('failureOfError %s: a read is %s, a write %s', (error, read, write) => {
  expect(meanings(error)).toEqual([read, write])
})

describe('Chromium’s errors', () => {
  it.each(NEVER_SENT)('%s comes before the request is sent: %s, also for a write', (code, means) => {
    expect(meanings(chromium(code))).toEqual([means, means])
  })

  it.each(MAYBE_SENT)('%s may come after a write was sent; a read is %s', (code, means) => {
    const write = means === 'timeout' ? 'outcomeUnknown timeout' : 'outcomeUnknown'
    expect(meanings(chromium(code))).toEqual([means, write])
  })

  it('about a missing network mean "never sent" only if there was no network before the call', () => {
    const error = chromium('ERR_INTERNET_DISCONNECTED')
    expect(meaning(error, true)).toBe('outcomeUnknown')
    expect(meaning(error, true, true)).toBe('offline noNetwork')
    expect(meaning(chromium('ERR_CONNECTION_RESET'), true, true)).toBe('outcomeUnknown')
  })

  it('that are unknown leave the outcome of a write open', () => {
    const known = NEVER_SENT.map(([code]) => code)
    const word = fc.constantFrom('SSL', 'CONNECTION', 'HTTP2', 'QUIC', 'NEW', 'FAILED', 'ABORTED', 'STATE')
    const code = fc
      .array(word, { minLength: 1, maxLength: 4 })
      .map((words) => `ERR_${words.join('_')}`)
      .filter((unknownCode) => !known.some((other) => unknownCode.startsWith(other)))
    fc.assert(
      fc.property(code, (unknownCode) => {
        const [read, write] = meanings(chromium(unknownCode))
        expect(write).toBe('outcomeUnknown')
        expect(read).toMatch(/^offline \w+$|^timeout$/)
      }),
    )
  })
})
