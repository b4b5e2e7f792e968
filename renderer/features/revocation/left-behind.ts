import type { OpenEnd } from './open-ends.ts'
import { useRevocations } from './revocations.ts'

/** The ends of an account's sessions that stay signed in if the account is signed out now. */
export function leftBehind(accountId: string): OpenEnd[] {
  return [...useRevocations().openEnds(accountId).values()].filter(({ isLeftBehind }) => isLeftBehind)
}
