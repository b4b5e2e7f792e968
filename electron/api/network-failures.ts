import type { Failure, UnreachableReason } from '../contract/failure.ts'
import { OutOfTime, TooLarge } from './fetch-limits.ts'

type Rule = [pattern: RegExp, found: UnreachableReason | 'tls' | 'redirect' | 'timeout']

/**
 * Chromium's `net::ERR_…` and Node's codes -> what happened. The first match wins; what matches none was interrupted.
 * Source: Chromium net/base/net_error_list.h, Node.js "Common system errors", undici's errors, OpenSSL's verify codes.
 */
const RULES: readonly Rule[] = [
  [/ERR_(INTERNET_DISCONNECTED|ADDRESS_UNREACHABLE|NETWORK_ACCESS_DENIED)/, 'noNetwork'],
  // Only while connecting: the same code while reading comes after the request was written.
  [/connect (ENETUNREACH|EHOSTUNREACH|ENETDOWN)/, 'noNetwork'],
  [/ERR_(PROXY|TUNNEL|MANDATORY_PROXY|SOCKS|PAC|UNEXPECTED_PROXY)/, 'proxy'],
  [/ERR_(NAME_NOT_RESOLVED|NAME_RESOLUTION|ICANN_NAME|DNS)|ENOTFOUND|EAI_AGAIN|EAI_NODATA/, 'unknownHost'],
  // Records that cannot be read come after the handshake, in the middle of an answer.
  [/ERR_SSL_(BAD_RECORD_MAC|DECRYPT_ERROR)/, 'interrupted'],
  [/ERR_(CERT|SSL|BAD_SSL|CT_|ECH_)|(?:SELF_SIGNED|UNABLE_TO|CERT_|DEPTH_ZERO|HOSTNAME_MISMATCH)/, 'tls'],
  [/ERR_TLS|EPROTO|WRONG_VERSION_NUMBER/, 'tls'],
  [/ERR_CONNECTION_REFUSED|ECONNREFUSED/, 'refused'],
  // Chromium itself goes to no such address; nothing was sent.
  [/ERR_(UNSAFE_PORT|INVALID_URL|ADDRESS_INVALID|(UNKNOWN|DISALLOWED)_URL_SCHEME|BLOCKED_BY)/, 'refused'],
  [/ERR_(CONNECTION_)?TIMED_OUT|ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT/, 'timeout'],
  [/redirect/i, 'redirect'],
]

/** Failures that happen before a request can have been written, so that a write is known not to have been done. */
const BEFORE_SENDING = new Set(['noNetwork', 'proxy', 'unknownHost', 'tls', 'refused'])

/** Why no answer came, as a `Failure`. A write that may have reached the service is `outcomeUnknown`, never "failed". */
export function failureOfError(error: unknown, isWrite: boolean): Failure {
  // axios wraps what its fetch throws.
  const errors = withCauses(error)
  if (errors.some((one) => one instanceof TooLarge)) {
    return isWrite ? { kind: 'outcomeUnknown' } : { kind: 'unexpectedAnswer', reason: 'tooLarge' }
  }
  const found = errors.some((one) => one instanceof OutOfTime) ? 'timeout' : classify(errors)
  // A refused redirect was answered by something, which is not the API: nothing was done there.
  if (found === 'redirect') return { kind: 'unexpectedAnswer', reason: 'redirect' }
  if (isWrite && !BEFORE_SENDING.has(found)) return { kind: 'outcomeUnknown' }
  if (found === 'tls' || found === 'timeout') return { kind: found }
  return { kind: 'offline', reason: found }
}

function classify(errors: readonly Error[]): Rule[1] {
  const texts = errors.flatMap((error) => [
    'code' in error && typeof error.code === 'string' ? `${syscallOf(error)} ${error.code}` : '',
    error.message,
  ])
  return RULES.find(([pattern]) => texts.some((text) => pattern.test(text)))?.[1] ?? 'interrupted'
}

function syscallOf(error: Error): string {
  return 'syscall' in error ? String(error.syscall) : ''
}

/** An error, its causes, and the attempts of an AggregateError (IPv6 and IPv4 tried in turn). */
function withCauses(error: unknown, depth = 0): Error[] {
  if (!(error instanceof Error) || depth > 5) return []
  const attempts: unknown[] = error instanceof AggregateError ? error.errors : []
  return [error, ...[error.cause, ...attempts].flatMap((inner) => withCauses(inner, depth + 1))]
}
