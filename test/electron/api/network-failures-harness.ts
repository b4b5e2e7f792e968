// The codes of Chromium's net/base/net_error_list.h with which a call can end, by the resulting failure.
const of = (means: string, ...codes: string[]): [code: string, means: string][] =>
  codes.map((code) => [`ERR_${code}`, means])

/** Codes that come before a request is sent, on a connection of its own. */
export const NEVER_SENT = [
  ...of('offline unknownHost', 'NAME_NOT_RESOLVED', 'NAME_RESOLUTION_FAILED', 'ICANN_NAME_COLLISION'),
  ...of('offline unknownHost', 'DNS_TIMED_OUT', 'DNS_SERVER_FAILED', 'DNS_MALFORMED_RESPONSE'),
  ...of('offline proxyPassword', 'PROXY_AUTH_REQUESTED', 'PROXY_AUTH_UNSUPPORTED'),
  ...of('offline proxyPassword', 'PROXY_AUTH_REQUESTED_WITH_NO_CONNECTION'),
  ...of('offline proxy', 'PROXY_CONNECTION_FAILED', 'TUNNEL_CONNECTION_FAILED', 'PROXY_CERTIFICATE_INVALID'),
  ...of('offline proxy', 'SOCKS_CONNECTION_FAILED', 'SOCKS_CONNECTION_HOST_UNREACHABLE'),
  ...of('offline proxy', 'MANDATORY_PROXY_CONFIGURATION_FAILED', 'PAC_SCRIPT_FAILED', 'PAC_NOT_IN_DHCP'),
  ...of('offline proxy', 'NO_SUPPORTED_PROXIES'),
  ...of('offline refused', 'CONNECTION_REFUSED', 'CONNECTION_FAILED', 'ADDRESS_INVALID', 'UNSAFE_PORT'),
  ...of('offline refused', 'INVALID_URL', 'UNKNOWN_URL_SCHEME', 'DISALLOWED_URL_SCHEME'),
  ...of('offline noNetwork', 'NETWORK_ACCESS_DENIED'),
  ...of('tls', 'CERT_COMMON_NAME_INVALID', 'CERT_DATE_INVALID', 'CERT_AUTHORITY_INVALID', 'CERT_INVALID'),
  ...of('tls', 'CERT_CONTAINS_ERRORS', 'CERT_NO_REVOCATION_MECHANISM', 'CERT_UNABLE_TO_CHECK_REVOCATION'),
  ...of('tls', 'CERT_REVOKED', 'CERT_WEAK_SIGNATURE_ALGORITHM', 'CERT_NON_UNIQUE_NAME', 'CERT_WEAK_KEY'),
  ...of('tls', 'CERT_NAME_CONSTRAINT_VIOLATION', 'CERT_VALIDITY_TOO_LONG', 'CERT_SYMANTEC_LEGACY'),
  ...of('tls', 'CERTIFICATE_TRANSPARENCY_REQUIRED', 'CERT_KNOWN_INTERCEPTION_BLOCKED'),
  ...of('tls', 'SSL_VERSION_OR_CIPHER_MISMATCH', 'SSL_PINNED_KEY_NOT_IN_CERT_CHAIN'),
]

/** Codes that may come after a request was sent. */
export const MAYBE_SENT = [
  ...of('offline interrupted', 'IO_PENDING', 'FAILED', 'ABORTED', 'INVALID_ARGUMENT', 'UNEXPECTED'),
  ...of('offline interrupted', 'ACCESS_DENIED', 'INSUFFICIENT_RESOURCES', 'OUT_OF_MEMORY'),
  ...of('offline interrupted', 'CONNECTION_CLOSED', 'CONNECTION_RESET', 'CONNECTION_ABORTED'),
  ...of('offline interrupted', 'SOCKET_NOT_CONNECTED', 'NETWORK_CHANGED', 'NETWORK_IO_SUSPENDED'),
  ...of('offline interrupted', 'CONTEXT_SHUT_DOWN', 'CERT_DATABASE_CHANGED', 'EMPTY_RESPONSE'),
  ...of(
    'offline interrupted',
    'CONTENT_LENGTH_MISMATCH',
    'INCOMPLETE_CHUNKED_ENCODING',
    'RESPONSE_HEADERS_TOO_BIG',
  ),
  ...of(
    'offline interrupted',
    'INVALID_HTTP_RESPONSE',
    'INVALID_CHUNKED_ENCODING',
    'CONTENT_DECODING_FAILED',
  ),
  ...of('offline interrupted', 'RESPONSE_HEADERS_MULTIPLE_CONTENT_LENGTH', 'RESPONSE_BODY_TOO_BIG_TO_DRAIN'),
  ...of('offline interrupted', 'HTTP2_PROTOCOL_ERROR', 'HTTP2_PING_FAILED', 'HTTP2_SERVER_REFUSED_STREAM'),
  ...of('offline interrupted', 'HTTP2_COMPRESSION_ERROR', 'HTTP2_FLOW_CONTROL_ERROR', 'HTTP_1_1_REQUIRED'),
  ...of('offline interrupted', 'QUIC_PROTOCOL_ERROR', 'QUIC_HANDSHAKE_FAILED', 'EARLY_DATA_REJECTED'),
  ...of('offline interrupted', 'SSL_PROTOCOL_ERROR', 'SSL_BAD_RECORD_MAC_ALERT', 'SSL_DECRYPT_ERROR_ALERT'),
  ...of('offline interrupted', 'SSL_UNRECOGNIZED_NAME_ALERT', 'SSL_DECOMPRESSION_FAILURE_ALERT'),
  ...of(
    'offline interrupted',
    'SSL_RENEGOTIATION_REQUESTED',
    'SSL_SERVER_CERT_CHANGED',
    'SSL_NO_RENEGOTIATION',
  ),
  ...of(
    'offline interrupted',
    'SSL_CLIENT_AUTH_CERT_NEEDED',
    'BAD_SSL_CLIENT_AUTH_CERT',
    'SSL_KEY_USAGE_INCOMPATIBLE',
  ),
  ...of('offline interrupted', 'SSL_SERVER_CERT_BAD_FORMAT', 'SSL_OBSOLETE_CIPHER', 'ECH_NOT_NEGOTIATED'),
  ...of(
    'offline interrupted',
    'TLS13_DOWNGRADE_DETECTED',
    'WRONG_VERSION_ON_EARLY_DATA',
    'SSL_HANDSHAKE_NOT_COMPLETED',
  ),
  ...of('offline noNetwork', 'INTERNET_DISCONNECTED'),
  ...of(
    'offline refused',
    'ADDRESS_UNREACHABLE',
    'BLOCKED_BY_RESPONSE',
    'BLOCKED_BY_CLIENT',
    'BLOCKED_BY_ORB',
  ),
  ...of('offline proxy', 'UNEXPECTED_PROXY_AUTH', 'UNABLE_TO_REUSE_CONNECTION_FOR_PROXY_AUTH'),
  ...of('offline proxy', 'PROXY_HTTP_1_1_REQUIRED'),
  ...of('timeout', 'TIMED_OUT', 'CONNECTION_TIMED_OUT'),
]
