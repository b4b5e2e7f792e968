import { openKdeWallet } from './kde-wallet.ts'
import { openSecretService } from './secret-service.ts'

/** `unknown`: the service could not be asked, or has no keyring yet; what Chromium then finds counts. */
export type KeyringDoor = 'open' | 'closed' | 'unknown'

/** Chromium's names of KDE's wallets, with the programs that keep them. */
const KDE_WALLETS: Readonly<Record<string, string>> = {
  kwallet: 'kwalletd',
  kwallet5: 'kwalletd5',
  kwallet6: 'kwalletd6',
}

/**
 * Opens the keyring behind a store, by Chromium's name for it, and may ask the person for its password. Chromium asks once in a
 * run and then keeps to a refusal, so it is asked only once the keyring is open, and each call here asks the person again.
 */
export async function openKeyring(store: string): Promise<KeyringDoor> {
  if (store === 'gnome_libsecret') return openSecretService()
  const program = KDE_WALLETS[store]
  return program === undefined ? 'unknown' : openKdeWallet(program)
}
