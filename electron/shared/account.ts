import type { Translate } from './translate.ts'

/** The values of the service's `locale` field. The app's own languages are another list: `LANGUAGES`. */
export const SERVICE_LOCALES = ['en', 'pt-BR', 'es'] as const
export type ServiceLocale = (typeof SERVICE_LOCALES)[number]

/** The tenant that a user belongs to; `status` is the service's own word. */
export interface Tenant {
  id: number
  name: string
  status: string
}

/** A user as the service last reported it; a field that the service left out is null. */
export interface User {
  id: number
  name: string
  email: string
  role: string | null
  locale: ServiceLocale | null
  timezone: string | null
  emailVerified: boolean | null
  twoFactorEnabled: boolean | null
  tenant: Tenant | null
}

/** Returns a role in the language of `t`; the service's own word where that has no translation. */
export function roleText(role: string, t: Translate): string {
  return role === 'admin' ? t('profile.roles.admin') : role
}

/** The changes that a person makes to their profile; only the fields that are present are sent. */
export interface ProfileChange {
  name?: string
  locale?: ServiceLocale
  timezone?: string
}

/**
 * `signedOut`: the service confirmed that the token is no longer valid. `notPersisted`: there was no keyring, so the
 * token was lost when the app last quit. `unreadable`: a token is stored, but the keyring cannot decrypt it.
 * `renewalLost`: the service replaced the token, and the response with the new token never arrived.
 */
export type AccountStatus = 'signedIn' | 'signedOut' | 'notPersisted' | 'unreadable' | 'renewalLost'

/**
 * The kind of an account's token: that of a sign-in, or an instance API token, which is neither renewed nor signed out.
 * `fingerprint` distinguishes API tokens, `maskedToken` is the text shown to people, and `acceptedBy` is the endpoint
 * that accepted the token: an API token may work at some endpoints only.
 */
export type Credential =
  | { kind: 'user' }
  | { kind: 'instance'; fingerprint: string; maskedToken: string; acceptedBy: 'me' | 'sessions' }

/** One (base URL, user, credential) that the app stores; does not contain the token. */
export interface Account {
  id: string
  baseUrl: string
  user: User
  credential: Credential
  status: AccountStatus
}
