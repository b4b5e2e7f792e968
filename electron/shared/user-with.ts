import type { User } from './account.ts'

/** A user of whom nothing but this is known. */
export function userWith(known: Pick<User, 'id' | 'name' | 'email'>): User {
  return {
    ...known,
    role: null,
    locale: null,
    timezone: null,
    emailVerified: null,
    twoFactorEnabled: null,
    tenant: null,
  }
}
