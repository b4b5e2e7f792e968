import type { Accounts } from './accounts.ts'
import type { Vault } from './vault.ts'

/** Finds out, at the start and after the keyring was asked again, which accounts still have their token. */
export async function refreshStandings(accounts: Accounts, vault: Vault): Promise<void> {
  for (const { id, standing } of accounts.all()) {
    const held = await vault.get(id)
    if (held.state === 'held') accounts.setStanding(id, 'signedIn')
    else if (held.state === 'unreadable') accounts.setStanding(id, 'unreadable')
    else if (standing !== 'signedOut' && standing !== 'renewalLost') accounts.setStanding(id, 'notKept')
  }
}
