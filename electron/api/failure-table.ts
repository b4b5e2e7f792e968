import type { Failure, UnreachableReason } from '../shared/failure.ts'
import type { Retry } from './retry-after.ts'

/** What an error of the network comes down to. */
export type NetworkFailureKind = UnreachableReason | 'tls' | 'timeout' | 'redirect'

/** `sent`: whether the request may have been written by then; only where it never was, a write is known not to be done. */
export interface NetworkRule {
  is: RegExp
  means: NetworkFailureKind
  sent: 'never' | 'maybe'
}

/**
 * Chromium's `net::ERR_…` and Node's codes; the first match wins, and what matches none was interrupted. Writes go over
 * connections of their own (network.ts), so a code of name resolution, connecting or proving who is there comes before
 * anything was written. Every other code may come in the middle of an answer, whatever it sounds like.
 * Source: Chromium net/base/net_error_list.h, net_errors_posix.cc, net_errors_win.cc and ssl_client_socket_impl.cc;
 * Node.js "Common system errors", undici's errors, OpenSSL's verify codes.
 */
export const NETWORK_RULES: readonly NetworkRule[] = [
  {
    is: /ERR_(NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|ICANN_NAME_COLLISION|DNS_)|ENOTFOUND|EAI_/,
    means: 'unknownHost',
    sent: 'never',
  },
  { is: /ERR_PROXY_AUTH_(REQUESTED|UNSUPPORTED)/, means: 'proxyPassword', sent: 'never' },
  {
    is: /ERR_(PROXY_CONNECTION_FAILED|PROXY_CERTIFICATE_INVALID|TUNNEL_CONNECTION_FAILED|SOCKS_CONNECTION_)/,
    means: 'proxy',
    sent: 'never',
  },
  {
    is: /ERR_(MANDATORY_PROXY_CONFIGURATION_FAILED|PAC_|NO_SUPPORTED_PROXIES)/,
    means: 'proxy',
    sent: 'never',
  },
  { is: /ERR_CONNECTION_(REFUSED|FAILED)|ECONNREFUSED/, means: 'refused', sent: 'never' },
  // Chromium itself goes to no such address.
  {
    is: /ERR_(UNSAFE_PORT|INVALID_URL|ADDRESS_INVALID|(UNKNOWN|DISALLOWED)_URL_SCHEME)/,
    means: 'refused',
    sent: 'never',
  },
  { is: /ERR_NETWORK_ACCESS_DENIED|connect (ENETUNREACH|ENETDOWN)/, means: 'noNetwork', sent: 'never' },
  { is: /connect EHOSTUNREACH/, means: 'refused', sent: 'never' },
  // Somebody changed the system's certificates, and Chromium cut what was under way.
  { is: /ERR_CERT_DATABASE_CHANGED/, means: 'interrupted', sent: 'maybe' },
  // Who is there is proven before the first byte of a request. Early data is for GET alone.
  {
    is: /ERR_CERT|ERR_SSL_(VERSION_OR_CIPHER_MISMATCH|PINNED_KEY_NOT_IN_CERT_CHAIN)|ERR_TLS_CERT/,
    means: 'tls',
    sent: 'never',
  },
  {
    is: /\b(DEPTH_ZERO_)?SELF_SIGNED_CERT|\bUNABLE_TO_|\bCERT_|\bHOSTNAME_MISMATCH/,
    means: 'tls',
    sent: 'never',
  },
  // Also what a socket says whose interface went away while the answer was awaited.
  { is: /ERR_INTERNET_DISCONNECTED/, means: 'noNetwork', sent: 'maybe' },
  { is: /ERR_ADDRESS_UNREACHABLE|ERR_BLOCKED_BY/, means: 'refused', sent: 'maybe' },
  // A 407 that no proxy of ours sent is among them: the service was reached.
  { is: /ERR_\w*(PROXY|TUNNEL|SOCKS)/, means: 'proxy', sent: 'maybe' },
  { is: /ERR_(CONNECTION_)?TIMED_OUT|ETIMEDOUT|UND_ERR_\w+_TIMEOUT/, means: 'timeout', sent: 'maybe' },
  { is: /redirect/i, means: 'redirect', sent: 'maybe' },
]

/** What the service said in a refusal, as far as it may be shown. */
export interface ErrorDetails {
  message: { message?: string }
  fields: Record<string, string[]>
  retry: Retry
}

/** What a status means; `asPage` where it means something else when it comes with a web page, as from a portal. */
export interface StatusRule {
  means(sayRaw: ErrorDetails): Failure
  asPage?: Failure
}

const PAGE: Failure = { kind: 'unexpectedAnswer', reason: 'html' }
const NOT_THE_API: Failure = { kind: 'misconfigured', reason: 'notTheApi' }

/** The statuses that mean something of their own. */
const STATUS_RULES: Readonly<Record<number, StatusRule>> = {
  400: { means: ({ message: told, fields }) => ({ kind: 'invalid', fields, ...told }) },
  401: { means: ({ message: told }) => ({ kind: 'unauthenticated', ...told }), asPage: PAGE },
  403: { means: ({ message: told }) => ({ kind: 'forbidden', ...told }), asPage: PAGE },
  404: { means: ({ message: told }) => ({ kind: 'notFound', ...told }), asPage: NOT_THE_API },
  405: { means: () => NOT_THE_API },
  407: { means: () => ({ kind: 'offline', reason: 'proxyPassword' }) },
  408: { means: () => ({ kind: 'timeout' }) },
  409: { means: ({ message: told }) => ({ kind: 'conflict', ...told }) },
  419: { means: () => NOT_THE_API },
  422: { means: ({ message: told, fields }) => ({ kind: 'invalid', fields, ...told }) },
  423: { means: ({ message: told }) => ({ kind: 'locked', ...told }) },
  429: { means: ({ message: told, retry }) => ({ kind: 'rateLimited', ...retry, ...told }) },
}

/** The rule of a status that is no success; the words of a 5xx are often a debug trace, and never shown. */
export function ruleOfStatus(status: number): StatusRule {
  const own = STATUS_RULES[status]
  if (own) return own
  if (status >= 500) return { means: () => ({ kind: 'server', status }) }
  const reason = status >= 300 && status < 400 ? 'redirect' : 'shape'
  return { means: () => ({ kind: 'unexpectedAnswer', reason }) }
}
