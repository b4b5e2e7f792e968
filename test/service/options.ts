import type { Mail } from './core.ts'

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
  /** scrypt N for passwords, a power of two. */
  scryptCost: 1024,
  /** null: tokens never expire and `expires_at` is null. */
  tokenLifetimeSeconds: null as number | null,
  /** true: a renewal keeps the session's id, created_at and last_used_at; false: it is a new session. */
  refreshKeepsSession: false,
  rateLimit: null as RateLimit | null,
  /** Called after a mail was put in the outbox. */
  onMail: (_mail: Mail): void => undefined,
}

/** Complete options. */
export type Settings = Readonly<typeof DEFAULTS>

/** The options that differ from the defaults. */
export type PracticeOptions = Partial<Settings>
