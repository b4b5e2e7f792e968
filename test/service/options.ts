import type { Mail } from './core.ts'
import type { EndpointName } from './endpoints.ts'
import type { ErrorShape } from './errors.ts'
import type { SuccessBodies } from './responses.ts'

/** After `attempts` bad sign-ins for one e-mail, refuse it for `seconds` WITHOUT a Retry-After header. */
export interface SignInLockout {
  readonly attempts: number
  readonly seconds: number
  readonly status?: 429 | 423
}

/** At most `requests` per `windowSeconds` and user (guests share one count), then 429; Retry-After as chosen. */
export interface RateLimit {
  readonly requests: number
  readonly windowSeconds: number
  readonly retryAfter?: 'seconds' | 'date' | 'none'
}

/** The options of a practice service; see DEFAULTS. */
export interface PracticeOptions {
  /** TCP port on 127.0.0.1; 0 takes a free one. */
  readonly port?: number
  /** Serve HTTPS with a fresh self-signed certificate. */
  readonly tls?: boolean
  /** The real time in milliseconds. */
  readonly now?: () => number
  /** Added to `now` for all of the service's times, its Date header included. */
  readonly clockSkewMs?: number
  /** scrypt N for passwords, a power of two. */
  readonly scryptCost?: number
  readonly errorShape?: ErrorShape
  readonly successBodies?: SuccessBodies
  /** Digits after the second in timestamps; Laravel writes 6. */
  readonly timestampDigits?: 0 | 3 | 6
  /** Status for a wrong e-mail or password; a wrong two-factor code is always 422. */
  readonly badCredentialsStatus?: 401 | 422
  /** null: tokens never expire and `expires_at` is null. */
  readonly tokenLifetimeSeconds?: number | null
  /** true: a renewal keeps the session's id, created_at and last_used_at; false: it is a new session. */
  readonly refreshKeepsSession?: boolean
  readonly registerIssuesToken?: boolean
  /** New users have two-factor verification from the start, and a registration asks for a code. */
  readonly registerTwoFactor?: boolean
  /** Endpoints that accept `sk_` tokens; the other ones that need a token answer 403 to them. */
  readonly instanceTokenEndpoints?: readonly EndpointName[] | 'all'
  /** `refused` lets in sign-in, GET /auth/me and sign-out only. */
  readonly unverifiedEmail?: 'allowed' | 'refused-at-sign-in' | 'refused'
  /** Which sessions end after a password change or reset (at a reset, `others` means all). */
  readonly passwordChangeEnds?: 'none' | 'others' | 'all'
  readonly signInLockout?: SignInLockout | null
  readonly rateLimit?: RateLimit | null
  /** How many 30 s steps around the current one a two-factor code may come from. */
  readonly twoFactorWindow?: number
  /** Called after a mail was put in the outbox. */
  readonly onMail?: (mail: Mail) => void
}

/** Complete options. */
export type Settings = Required<PracticeOptions>

/** The default options. */
export const DEFAULTS: Settings = {
  port: 0,
  tls: false,
  now: Date.now,
  clockSkewMs: 0,
  scryptCost: 1024,
  errorShape: 'laravel',
  successBodies: 'data',
  timestampDigits: 6,
  badCredentialsStatus: 422,
  tokenLifetimeSeconds: null,
  refreshKeepsSession: false,
  registerIssuesToken: true,
  registerTwoFactor: false,
  instanceTokenEndpoints: 'all',
  unverifiedEmail: 'allowed',
  passwordChangeEnds: 'none',
  signInLockout: null,
  rateLimit: null,
  twoFactorWindow: 1,
  onMail: () => undefined,
}
