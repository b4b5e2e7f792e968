import { listSessions } from '../../../electron/api/sessions.ts'
import type { Failure } from '../../../electron/shared/failure.ts'
import { addSignedInAccount, openClient, realTransports } from './client-harness.ts'
import type { ClientHarness, Owner } from './client-harness.ts'

/** The account to renew; `isDue` renews at the first call, otherwise on request only. */
export interface StampedeInput extends Owner {
  folder: string
  token: string
  isDue: boolean
}

const HOUR = 3_600_000
const MINUTE = 60_000

/** Functions of the probe for one account whose token is renewed in the middle of many calls. */
export function createStampede() {
  let running: { client: ClientHarness; accountId: string; keptAt: () => number } | null = null

  function current() {
    if (!running) throw new Error('Nobody is signed in')
    return running
  }

  return {
    /** Signs the account in. */
    async enterStampede(input: StampedeInput): Promise<void> {
      let keptAt = 0
      const client = openClient(input.folder, realTransports().of, () => (keptAt = Date.now()))
      const now = Date.now()
      // An hour long, and one minute before its end.
      const life = input.isDue
        ? { issuedAt: now - HOUR, expiresAt: now + MINUTE }
        : { issuedAt: now, expiresAt: null }
      const accountId = await addSignedInAccount(client, input, input.token, life)
      running = { client, accountId, keptAt: () => keptAt }
    },
    /** Makes so many calls at once; returns the failures. */
    async callAtOnce({ count }: { count: number }): Promise<Failure[]> {
      const { client, accountId } = current()
      const call = () => client.services.gateway.callAs(accountId, listSessions)
      const results = await Promise.all(Array.from({ length: count }, call))
      return results.flatMap((result) => (result.ok ? [] : [result.failure]))
    },
    /** Renews; returns the failure, or null. */
    async renewNow(_nothing: null): Promise<Failure[]> {
      const { client, accountId } = current()
      const renewal = await client.services.renewals.renew(accountId)
      return renewal.ok ? [] : [renewal.failure]
    },
    /** The final token, the time it was on disk (epoch ms), and the token that a new start finds. */
    async stampedeEnd({ folder }: { folder: string }) {
      const { client, accountId, keptAt } = current()
      const stored = await client.services.vault.get(accountId)
      const again = await openClient(folder, client.transportOf).services.vault.get(accountId)
      const tokenOf = (what: typeof stored): string | null => (what.kind === 'readable' ? what.token : null)
      return {
        token: tokenOf(stored),
        keptAt: keptAt(),
        onDisk: tokenOf(again),
        accountStatus: client.services.accounts.get(accountId)?.status,
      }
    },
  }
}
