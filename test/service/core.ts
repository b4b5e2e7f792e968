import { createLimits, type Limits } from './rate-limits.ts'
import { DEFAULTS, type PracticeOptions, type Settings } from './options.ts'

/** Embedded in every user. */
export interface Tenant {
  readonly id: number
  readonly name: string
  readonly status: string
}

/** A stored user; times in this file are milliseconds since the epoch. */
export interface User {
  readonly id: number
  readonly email: string
  readonly tenant: Tenant
  readonly role: string
  readonly emailVerified: boolean
  /** Base32; null without two-factor verification. */
  readonly twoFactorSecret: string | null
  name: string
  locale: string
  timezone: string
  passwordHash: string
  /** Time step of the last accepted two-factor code; it and earlier ones are refused. */
  lastCodeStep: number | null
}

/** One issued user token. */
export interface Session {
  readonly id: number
  readonly userId: number
  readonly name: string
  readonly createdAt: number
  /** What the service sends of it beyond the API. */
  readonly fields: Readonly<Record<string, unknown>>
  token: string
  lastUsedAt: number | null
  expiresAt: number | null
}

/** An `sk_` token; it acts as `userId`, who owns the instance. */
export interface ApiToken {
  readonly userId: number
  token: string
}

/** A pending password recovery; at most one for each user. */
interface Recovery {
  readonly token: string
  readonly expiresAt: number
}

/** A mail that the service "sent"; `link` opens the app's reset form. */
export interface Mail {
  readonly at: number
  readonly to: string
  readonly subject: string
  readonly token: string
  readonly link: string
}

/** The state and settings of one practice service, without its sockets. */
export interface Core {
  readonly settings: Settings
  /** The service's own time in milliseconds, skew included. */
  readonly clock: () => number
  readonly limits: Limits
  readonly tenants: Map<string, Tenant>
  readonly users: Map<number, User>
  readonly sessions: Map<number, Session>
  readonly apiTokens: Set<ApiToken>
  readonly recoveries: Map<number, Recovery>
  readonly outbox: Mail[]
  /** The number of sessions so far, ended ones included. */
  issued: number
}

/** A core without users. */
export function createCore(options: PracticeOptions): Core {
  const settings = { ...DEFAULTS, ...options }
  const clock = settings.now
  return {
    settings,
    clock,
    limits: createLimits(settings, clock),
    tenants: new Map(),
    users: new Map(),
    sessions: new Map(),
    apiTokens: new Set(),
    recoveries: new Map(),
    outbox: [],
    issued: 0,
  }
}

/** The user with this e-mail, case-insensitive. */
export function userByEmail(core: Core, email: string): User | undefined {
  const wanted = email.trim().toLowerCase()
  return [...core.users.values()].find((user) => user.email === wanted)
}

/** Adds a user; the tenant of this name is theirs, and is new if there is none. */
export function addUser(
  core: Core,
  { tenant: name, ...user }: Omit<User, 'id' | 'tenant' | 'lastCodeStep'> & { tenant: string },
): User {
  const tenant = core.tenants.get(name) ?? { id: core.tenants.size + 1, name, status: 'active' }
  core.tenants.set(name, tenant)
  const added = { ...user, id: core.users.size + 1, tenant, lastCodeStep: null }
  core.users.set(added.id, added)
  return added
}
