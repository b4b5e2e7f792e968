import type { Mail } from './core.ts'
import type { EndpointName } from './endpoints.ts'
import type { ErrorShape } from './errors.ts'
import type { SuccessBodies } from './responses.ts'

/** At most `requests` per `windowSeconds` and user (guests share one count), then 429 with Retry-After. */
export interface RateLimit {
  readonly requests: number
  readonly windowSeconds: number
}

/** The options of a practice service, with their defaults. */
export const DEFAULTS = {
  /** TCP port on 127.0.0.1; 0 takes a free one. */
  port: 0,
  /** Serve HTTPS with a fresh self-signed certificate. */
  tls: false,
  /** The real time in milliseconds. */
  now: Date.now,
  /** Added to `now` for all of the service's times, its Date header included. */
  clockSkewMs: 0,
  /** scrypt N for passwords, a power of two. */
  scryptCost: 1024,
  errorShape: 'laravel' as ErrorShape,
  successBodies: 'data' as SuccessBodies,
  /** Digits after the second in timestamps; Laravel writes 6. */
  timestampDigits: 6 as 0 | 3 | 6,
  /** Status for a wrong e-mail or password; a wrong two-factor code is always 422. */
  badCredentialsStatus: 422 as 401 | 422,
  /** null: tokens never expire and `expires_at` is null. */
  tokenLifetimeSeconds: null as number | null,
  /** true: a renewal keeps the session's id, created_at and last_used_at; false: it is a new session. */
  refreshKeepsSession: false,
  registerIssuesToken: true,
  /** New users have two-factor verification from the start, and a registration asks for a code. */
  registerTwoFactor: false,
  /** Endpoints that accept `sk_` tokens; the other ones that need a token answer 403 to them. */
  apiTokenEndpoints: 'all' as readonly EndpointName[] | 'all',
  /** Which sessions end after a password change or reset (at a reset, `others` means all). */
  passwordChangeEnds: 'none' as 'none' | 'others' | 'all',
  rateLimit: null as RateLimit | null,
  /** Called after a mail was put in the outbox. */
  onMail: (_mail: Mail): void => undefined,
}

/** Complete options. */
export type Settings = Readonly<typeof DEFAULTS>

/** The options that differ from the defaults. */
export type PracticeOptions = Partial<Settings>
