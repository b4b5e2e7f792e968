import { generateSecret } from 'otplib'
import { addUser, userByEmail, type Core, type Session, type User } from './core.ts'
import { hashPassword, isPassword } from './password-hash.ts'
import { activeSessions, issueSession, newSecret } from './sessions.ts'
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
  /** Sent beside the fields of the API. */
  readonly fields?: Readonly<Record<string, unknown>>
}

/** Reads and changes the state without the API. Throws for an unknown e-mail. */
export type TestState = ReturnType<typeof createTestState>

/** The operations over a core. */
export function createTestState(core: Core) {
  const { settings, clock } = core
  const known = (email: string): User => {
    const user = userByEmail(core, email)
    if (user === undefined) throw new Error(`no user ${email}`)
    return user
  }

  return {
    /** The service's current time in milliseconds. */
    now: clock,
    /** Resolves with the user's id and, with two-factor, its Base32 secret. Rejects when the e-mail is taken. */
    async addUser(wanted: NewUser): Promise<{ id: number; twoFactorSecret: string | null }> {
      const passwordHash = await hashPassword(wanted.password, settings.scryptCost)
      if (userByEmail(core, wanted.email)) throw new Error(`${wanted.email} exists already`)
      const { id, twoFactorSecret } = addUser(core, {
        email: wanted.email.trim().toLowerCase(),
        name: wanted.name ?? 'Test User',
        role: wanted.role ?? 'admin',
        locale: wanted.locale ?? 'en',
        timezone: wanted.timezone ?? 'UTC',
        emailVerified: wanted.emailVerified ?? true,
        tenant: wanted.tenant ?? 'Practice Tenant',
        twoFactorSecret: wanted.twoFactor === true ? generateSecret() : null,
        passwordHash,
      })
      return { id, twoFactorSecret }
    },
    addSession(email: string, { name = 'Test device', ...times }: NewSession = {}) {
      const { id, token } = issueSession(core, known(email), name, times)
      return { id, token }
    },
    /** Active ones, oldest id first, without their tokens; times as in NewSession. */
    sessionsOf: (email: string): Readonly<Omit<Session, 'token'>>[] =>
      activeSessions(core, known(email)).map(({ token: _, ...session }) => session),
    /** A valid, unused two-factor code; throws when all of now are used. */
    codeFor: (email: string): string => unusedCode(known(email), clock()),
    /** An `sk_` token that acts for this user. */
    addApiToken(email: string): string {
      const token = `sk_${newSecret()}`
      core.apiTokens.add({ userId: known(email).id, token })
      return token
    },
    /** False when there is no such session. */
    revokeSession: (id: number): boolean => core.sessions.delete(id),
    /** Whether this is the user's password, to check an outcome that the client may not know. */
    hasPassword: (email: string, password: string): Promise<boolean> =>
      isPassword(password, known(email).passwordHash),
    /** The stored user, without password and secret. */
    userOf(email: string): Readonly<Omit<User, 'passwordHash' | 'twoFactorSecret'>> {
      const { passwordHash: _hash, twoFactorSecret: _secret, ...user } = known(email)
      return user
    },
  }
}
