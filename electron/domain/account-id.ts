import { createHash } from 'node:crypto'
import type { Account } from '../contract/models.ts'

/** The stable id of a user's account at a service: the same person at the same base URL is one account. 16 hex digits. */
export function accountIdOf(baseUrl: string, userId: number): string {
  return createHash('sha256').update(`${baseUrl}\nuser\n${userId}`).digest('hex').slice(0, 16)
}

/** Whether an account still has the address that its token came from: an edited file must not send it elsewhere. */
export function isBound({ id, baseUrl, user }: Account): boolean {
  return accountIdOf(baseUrl, user.id) === id
}
