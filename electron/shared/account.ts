import type { Locale } from './settings.ts'

/** The tenant a user belongs to; `status` is shown as sent. */
export interface Tenant {
  id: number
  name: string
  status: string
}

/** A user as last told by the service; what the service left out is null. */
export interface User {
  id: number
  name: string
  email: string
  role: string | null
  locale: Locale | null
  timezone: string | null
  emailVerified: boolean | null
  twoFactorEnabled: boolean | null
  tenant: Tenant | null
}

/** What a person may change about themselves; only what is given is sent. */
export interface ProfileChange {
  name?: string
  locale?: Locale
  timezone?: string
}

/**
 * `signedOut`: the service confirmed that the token is no longer valid. `notKept`: there was no keyring, so it ended with
 * the last run. `unreadable`: there is a token, but the keyring does not open it. `renewalLost`: the service replaced the
 * token, and its reply with the new one never came.
 */
export type AccountStatus = 'signedIn' | 'signedOut' | 'notPersisted' | 'unreadable' | 'renewalLost'

/**
 * What an account's calls are signed with: the token of a sign-in, or an instance API token, which
 * is neither renewed nor signed out. `mark` tells it from others, `hint` is what people see of it, and `acceptedBy` the
 * endpoint that took it: such a token may work at some endpoints only.
 */
export type Credential =
  | { kind: 'user' }
  | { kind: 'instance'; fingerprint: string; maskedToken: string; acceptedBy: 'me' | 'sessions' }

/** One (base URL, user, credential) kept by the app; never holds the token itself. */
export interface Account {
  id: string
  baseUrl: string
  user: User
  credential: Credential
  status: AccountStatus
}
