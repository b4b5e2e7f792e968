import { createHash } from 'node:crypto'
import type { Account, Credential } from '../shared/account.ts'

/** The stable id of a user's account: one user at one base URL is one account. 32 hex digits. */
export function accountIdOf(baseUrl: string, userId: number): string {
  return digest(`${baseUrl}\nuser\n${userId}`)
}

/** The stable id of an instance API token's account: two tokens of one user are two accounts. 32 hex digits. */
export function apiTokenAccountIdOf(baseUrl: string, fingerprint: string): string {
  return digest(`${baseUrl}\ninstance\n${fingerprint}`)
}

/** Whether an account's id matches its base URL: an edited file must not send the token to another server. */
export function idMatchesAddress({
  id,
  baseUrl,
  user,
  credential,
}: Pick<Account, 'id' | 'baseUrl' | 'credential'> & { user: { id: number } }): boolean {
  const own =
    credential.kind === 'user'
      ? accountIdOf(baseUrl, user.id)
      : apiTokenAccountIdOf(baseUrl, credential.fingerprint)
  return own === id
}

/** Describes an instance API token for the accounts file: enough to distinguish tokens, not to use one. */
export function apiTokenCredential(
  token: string,
  acceptedBy: 'me' | 'sessions',
): Credential & { kind: 'instance' } {
  return { kind: 'instance', fingerprint: digest(token), maskedToken: `sk_…${token.slice(-4)}`, acceptedBy }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
