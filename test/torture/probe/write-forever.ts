import { createHash } from 'node:crypto'
import { realTransports, openClient } from './client-harness.ts'
import { say } from './write-line.ts'

/** The folder to write to, and the accounts to write in turn. */
export interface WriteInput {
  folder: string
  accountIds: string[]
}

/** The writer's output: first the token it found for each account, then each number that is on disk. */
export type WriteLine =
  | { found: Record<string, { state: string; number: number | null }> }
  | { kept: { accountId: string; number: number } }

/** Prints the tokens that it finds, then writes newer ones as fast as it can until it is killed. */
export async function writeForever({ folder, accountIds }: WriteInput): Promise<void> {
  const { vault } = openClient(folder, realTransports().of).services
  const numbers = new Map<string, number>()
  const found: Record<string, { state: string; number: number | null }> = {}
  for (const accountId of accountIds) {
    const stored = await vault.get(accountId)
    const number = stored.kind === 'readable' ? numberIn(stored.token, accountId) : null
    found[accountId] = { state: stored.kind, number }
    numbers.set(accountId, number ?? 0)
  }
  if (vault.storage().location !== 'keyring') throw new Error('There is no keyring to write to')
  say({ found } satisfies WriteLine)
  for (;;) {
    for (const accountId of accountIds) {
      const number = (numbers.get(accountId) ?? 0) + 1
      await vault.put(accountId, tokenOf(accountId, number), { issuedAt: 0, expiresAt: null })
      if (vault.isUnsaved(accountId)) throw new Error('A token was not written')
      numbers.set(accountId, number)
      say({ kept: { accountId, number } } satisfies WriteLine)
    }
  }
}

/** A unique token of varying length. */
function tokenOf(accountId: string, number: number): string {
  const digest = createHash('sha256').update(`${accountId} ${number}`).digest('hex')
  return `${number}|${digest.repeat(1 + (number % 40))}`
}

function numberIn(token: string, accountId: string): number | null {
  const number = Number.parseInt(token, 10)
  return tokenOf(accountId, number) === token ? number : null
}
