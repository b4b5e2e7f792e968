import { generateSecret } from 'otplib'
import type { Core } from './core.ts'
import { hashPassword, isPassword } from './password-hash.ts'
import { newSecret, sha256 } from './secrets.ts'
import { activeSessions, issueSession } from './sessions.ts'
import { tenantNamed, userByEmail } from './store.ts'
import type { Session, User } from './store.ts'
import { unusedCode } from './two-factor.ts'

/** A user to add; e-mail and password are all that is needed. */
export interface NewUser {
  readonly email: string
  readonly password: string
  readonly name?: string
  readonly twoFactor?: boolean
  readonly emailVerified?: boolean
  readonly role?: string
  readonly locale?: string
  readonly timezone?: string
  readonly tenant?: string
}

/** A session to add; times in milliseconds since the epoch, `lastUsedAt: null` for never. */
export interface NewSession {
  readonly name?: string
  readonly lastUsedAt?: number | null
  readonly createdAt?: number
}

/** A stored session without its secret; times as in NewSession. */
export type StoredSession = Readonly<Omit<Session, 'secretHash'>>

/** Reads and changes the state without the API. Throws for an unknown e-mail. */
export interface TestState {
  /** The service's current time in milliseconds. */
  now(): number
  /** Resolves with the user's id and, with two-factor, its Base32 secret. Rejects when the e-mail is taken. */
  addUser(user: NewUser): Promise<{ id: number; twoFactorSecret: string | null }>
  addSession(email: string, session?: NewSession): { id: number; token: string }
  /** Active ones, oldest id first. */
  sessionsOf(email: string): StoredSession[]
  /** A valid, unused two-factor code; throws when all within `twoFactorWindow` are used. */
  codeFor(email: string): string
  /** An `sk_` token that acts for this user. */
  addInstanceToken(email: string): string
  /** False when there is no such session. */
  revokeSession(id: number): boolean
  /** Whether this is the user's password, to check an outcome that the client may not know. */
  hasPassword(email: string, password: string): Promise<boolean>
  /** The stored user, without password and secret. */
  userOf(email: string): Readonly<Omit<User, 'passwordHash' | 'twoFactorSecret'>>
}

/** The operations over a core. */
export function createTestState(core: Core): TestState {
  const { store, settings, clock } = core
  const known = (email: string): User => {
    const user = userByEmail(store, email)
    if (user === undefined) throw new Error(`no user ${email}`)
    return user
  }

  return {
    now: clock,
    async addUser(wanted) {
      const passwordHash = await hashPassword(wanted.password, settings.scryptCost)
      if (userByEmail(store, wanted.email)) throw new Error(`${wanted.email} exists already`)
      const user = newUser(core, wanted, passwordHash)
      store.users.set(user.id, user)
      return { id: user.id, twoFactorSecret: user.twoFactorSecret }
    },
    addSession(email, { name = 'Test device', ...times } = {}) {
      const { session, token } = issueSession(core, known(email), name, times)
      return { id: session.id, token }
    },
    sessionsOf: (email) => activeSessions(core, known(email)).map(({ secretHash: _, ...session }) => session),
    codeFor: (email) => unusedCode(known(email), clock(), settings.twoFactorWindow),
    addInstanceToken(email) {
      const secret = newSecret()
      store.instanceTokens.add({ userId: known(email).id, secretHash: sha256(secret) })
      return `sk_${secret}`
    },
    revokeSession: (id) => store.sessions.delete(id),
    hasPassword: (email, password) => isPassword(password, known(email).passwordHash),
    userOf(email) {
      const { passwordHash: _hash, twoFactorSecret: _secret, ...user } = known(email)
      return user
    },
  }
}

function newUser(core: Core, wanted: NewUser, passwordHash: string): User {
  return {
    id: core.store.nextId('user'),
    email: wanted.email.trim().toLowerCase(),
    name: wanted.name ?? 'Test User',
    role: wanted.role ?? 'admin',
    locale: wanted.locale ?? 'en',
    timezone: wanted.timezone ?? 'UTC',
    emailVerified: wanted.emailVerified ?? true,
    tenant: tenantNamed(core.store, wanted.tenant ?? 'Practice Tenant'),
    twoFactorSecret: wanted.twoFactor === true ? generateSecret() : null,
    passwordHash,
    lastCodeStep: null,
  }
}
