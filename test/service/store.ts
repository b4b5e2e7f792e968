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

/** One issued user token, without its secret. */
export interface Session {
  readonly id: number
  readonly userId: number
  readonly name: string
  readonly createdAt: number
  secretHash: string
  lastUsedAt: number | null
  expiresAt: number | null
}

/** An `sk_` token; it acts as `userId`, who owns the instance. */
export interface InstanceToken {
  readonly userId: number
  secretHash: string
}

/** A pending password recovery; at most one for each user. */
export interface Recovery {
  readonly tokenHash: string
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

/** The data of one practice service. */
export interface Store {
  readonly tenants: Map<string, Tenant>
  readonly users: Map<number, User>
  readonly sessions: Map<number, Session>
  readonly instanceTokens: Set<InstanceToken>
  readonly recoveries: Map<number, Recovery>
  readonly outbox: Mail[]
  nextId(kind: 'tenant' | 'user' | 'session'): number
}

/** An empty store. */
export function createStore(): Store {
  const last = { tenant: 0, user: 0, session: 0 }
  return {
    tenants: new Map(),
    users: new Map(),
    sessions: new Map(),
    instanceTokens: new Set(),
    recoveries: new Map(),
    outbox: [],
    nextId: (kind) => ++last[kind],
  }
}

/** The user with this e-mail, case-insensitive. */
export function userByEmail(store: Store, email: string): User | undefined {
  const wanted = email.trim().toLowerCase()
  return [...store.users.values()].find((user) => user.email === wanted)
}

/** The tenant with this name; creates it when it is new. */
export function tenantNamed(store: Store, name: string): Tenant {
  const known = store.tenants.get(name)
  if (known !== undefined) return known
  const tenant = { id: store.nextId('tenant'), name, status: 'active' }
  store.tenants.set(name, tenant)
  return tenant
}
