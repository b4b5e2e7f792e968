import type { Failure, FieldMessages, UnreachableReason } from '../shared/failure.ts'
import { isRateLimitText, type Retry } from './retry-after.ts'

/** What a network error means. */
export type NetworkFailureKind = UnreachableReason | 'tls' | 'timeout' | 'redirect' | 'blockedPort'

/**
 * The meaning of errors whose message matches `is`. `sent`: whether the request may have been sent before the
 * error; only `never` proves that a write was not carried out.
 */
export interface NetworkRule {
  is: RegExp
  means: NetworkFailureKind
  sent: 'never' | 'maybe'
}

/**
 * Maps Chromium's `net::ERR_…`; the first match wins, and an unmatched error counts as
 * interrupted. POST and PATCH use fresh connections, so an error in name resolution, connecting or TLS comes before the
 * request is sent. Every other code may come in the middle of a response. Source: Chromium net/base/net_error_list.h,
 * net_errors_posix.cc, net_errors_win.cc and ssl_client_socket_impl.cc.
 */
export const NETWORK_RULES: readonly NetworkRule[] = [
  {
    is: /ERR_(NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|ICANN_NAME_COLLISION|DNS_)/,
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
  { is: /ERR_CONNECTION_(REFUSED|FAILED)/, means: 'refused', sent: 'never' },
  // Chromium blocks these addresses itself; the ports are those of other protocols (net/base/port_util.cc).
  { is: /ERR_UNSAFE_PORT/, means: 'blockedPort', sent: 'never' },
  {
    is: /ERR_(INVALID_URL|ADDRESS_INVALID|(UNKNOWN|DISALLOWED)_URL_SCHEME)/,
    means: 'refused',
    sent: 'never',
  },
  { is: /ERR_NETWORK_ACCESS_DENIED/, means: 'noNetwork', sent: 'never' },
  // The system's certificates changed, and Chromium closed the open connections.
  { is: /ERR_CERT_DATABASE_CHANGED/, means: 'interrupted', sent: 'maybe' },
  // TLS verification ends before the first byte of a request. Chromium sends early data for GET only.
  {
    is: /ERR_CERT|ERR_SSL_(VERSION_OR_CIPHER_MISMATCH|PINNED_KEY_NOT_IN_CERT_CHAIN)/,
    means: 'tls',
    sent: 'never',
  },
  // A handshake with a service that speaks plain http; also a record that broke in the middle of a response.
  { is: /ERR_SSL_PROTOCOL_ERROR/, means: 'plainHttp', sent: 'maybe' },
  // Sockets also report this if the network interface disappears while they wait for a response.
  { is: /ERR_INTERNET_DISCONNECTED/, means: 'noNetwork', sent: 'maybe' },
  { is: /ERR_ADDRESS_UNREACHABLE|ERR_BLOCKED_BY/, means: 'refused', sent: 'maybe' },
  // Includes a 407 from the service instead of a proxy, so the request may have been sent.
  { is: /ERR_\w*(PROXY|TUNNEL|SOCKS)/, means: 'proxy', sent: 'maybe' },
  { is: /ERR_(CONNECTION_)?TIMED_OUT/, means: 'timeout', sent: 'maybe' },
  { is: /redirect/i, means: 'redirect', sent: 'maybe' },
]

/** The parts of an error response that a `Failure` may contain. */
export interface ErrorDetails {
  message: { message?: string }
  fields: FieldMessages
  retry: Retry
}

/** The meaning of a status. `asPage`: its meaning if the body is a web page, for example of a captive portal. */
export interface StatusRule {
  means(details: ErrorDetails): Failure
  asPage?: () => Failure
}

const page = (): Failure => ({ kind: 'unexpectedAnswer', reason: 'html' })
/** The address has something else than the API. */
export const notTheApi = (): Failure => ({ kind: 'misconfigured', reason: 'notTheApi' })

/** Converts a failure of an endpoint that needs no token: a 404 there means that the address has no API. */
export function asPublicEndpointFailure(failure: Failure): Failure {
  return failure.kind === 'notFound' ? notTheApi() : failure
}

/** The rules of single statuses; `ruleOfStatus` has the others. */
const STATUS_RULES: Readonly<Record<number, StatusRule>> = {
  400: { means: invalid },
  401: { means: ({ message }) => ({ kind: 'unauthenticated', ...message }), asPage: page },
  403: { means: ({ message }) => ({ kind: 'forbidden', ...message }), asPage: page },
  404: { means: ({ message }) => ({ kind: 'notFound', ...message }), asPage: notTheApi },
  405: { means: notTheApi },
  407: { means: () => ({ kind: 'offline', reason: 'proxyPassword' }) },
  408: { means: () => ({ kind: 'timeout' }) },
  409: { means: ({ message }) => ({ kind: 'conflict', ...message }) },
  419: { means: notTheApi },
  // Some services answer a sign-in that came too often with 422 and the wait at a field.
  422: { means: (details) => (isRateLimit(details) ? rateLimited(details) : invalid(details)) },
  423: { means: ({ message }) => ({ kind: 'locked', ...message }) },
  429: { means: rateLimited },
}

function invalid({ message, fields }: ErrorDetails): Failure {
  return { kind: 'invalid', fields, ...message }
}

/** A message at a field says more than the one above it, which is often "The given data was invalid." */
function rateLimited({ message, fields, retry }: ErrorDetails): Failure {
  const [atField] = textsAt(fields)
  return { kind: 'rateLimited', ...retry, ...(atField === undefined ? message : { message: atField }) }
}

function isRateLimit({ fields }: ErrorDetails): boolean {
  const texts = textsAt(fields)
  return texts.length > 0 && texts.every(isRateLimitText)
}

function textsAt(fields: FieldMessages): string[] {
  return Object.values(fields)
    .flat()
    .filter((text) => text !== '')
}

/** Returns the rule of a status outside 2xx. The body of a 5xx is often a debug trace, so it is never shown. */
export function ruleOfStatus(status: number): StatusRule {
  const own = STATUS_RULES[status]
  if (own) return own
  if (status >= 500) return { means: () => ({ kind: 'server', status }) }
  const reason = status >= 300 && status < 400 ? 'redirect' : 'shape'
  return { means: () => ({ kind: 'unexpectedAnswer', reason }) }
}
