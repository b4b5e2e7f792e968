import { createHash } from 'node:crypto'

/** The stable id of a user's account at a service: the same person at the same base URL is one account. 16 hex digits. */
export function accountIdOf(baseUrl: string, userId: number): string {
  return createHash('sha256').update(`${baseUrl}\nuser\n${userId}`).digest('hex').slice(0, 16)
}
