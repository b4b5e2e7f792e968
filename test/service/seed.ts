import { seedSessions } from './seed-sessions.ts'
import type { TestState } from './test-state.ts'

/** How to fill a service; `hostileNames` adds one session with a hostile name to each account. */
export interface SeedOptions {
  /** For each account; 12 unless given. */
  readonly sessions?: number
  readonly hostileNames?: boolean
}

/** An account that can sign in; `instanceToken` is an `sk_` token that acts for it. */
export interface SeededAccount {
  readonly email: string
  readonly password: string
  readonly twoFactor: boolean
  readonly instanceToken: string
}

/** Both accounts of the seed. */
export interface Seeded {
  readonly ana: SeededAccount
  readonly bruno: SeededAccount
}

const TENANT = 'Lagoa Mensagens'

const USERS = {
  ana: {
    email: 'ana@example.com',
    password: 'harbour-tide-7-Gulls',
    name: 'Ana Ribeiro',
    role: 'admin',
    locale: 'pt-BR',
    timezone: 'America/Sao_Paulo',
    twoFactor: false,
    tenant: TENANT,
  },
  bruno: {
    email: 'bruno@example.com',
    password: 'north-trail-31-Lanterns',
    name: 'Bruno Castro',
    role: 'admin',
    locale: 'en',
    timezone: 'Europe/Lisbon',
    twoFactor: true,
    tenant: TENANT,
  },
} as const

/** Adds ana@example.com (no two-factor) and bruno@example.com (two-factor) with their sessions. */
export async function seed(state: TestState, options: SeedOptions = {}): Promise<Seeded> {
  const add = async (person: (typeof USERS)[keyof typeof USERS]): Promise<SeededAccount> => {
    const { email, password, twoFactor } = person
    await state.addUser(person)
    addSessions(state, email, options)
    return { email, password, twoFactor, instanceToken: state.addInstanceToken(email) }
  }
  return { ana: await add(USERS.ana), bruno: await add(USERS.bruno) }
}

function addSessions(state: TestState, email: string, options: SeedOptions): void {
  const now = state.now()
  for (const session of seedSessions(options.sessions ?? 12, options.hostileNames ?? false)) {
    state.addSession(email, {
      name: session.name,
      createdAt: now - session.createdAgo,
      lastUsedAt: session.usedAgo === null ? null : now - session.usedAgo,
    })
  }
}
