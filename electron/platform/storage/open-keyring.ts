import { app } from 'electron'
import { connectSessionBus } from './session-bus.ts'

/** `unknown`: the service could not be asked, or has no keyring yet; what Chromium then finds counts. */
export type KeyringDoor = 'open' | 'closed' | 'unknown'

/** Chromium's names of KDE's wallets, with the programs that keep them. */
const KDE_WALLETS: Readonly<Record<string, string>> = {
  kwallet: 'kwalletd',
  kwallet5: 'kwalletd5',
  kwallet6: 'kwalletd6',
}
const KDE_WALLET = 'org.kde.KWallet'
/** No window, as Chromium gives none. */
const NO_WINDOW = 0

const SECRETS = 'org.freedesktop.secrets'
const SERVICE = 'org.freedesktop.Secret.Service'
const PROMPT = 'org.freedesktop.Secret.Prompt'
const PATH = '/org/freedesktop/secrets'
/** The schema of the entry that Chromium keeps its key in (os_crypt, key_storage_libsecret.cc). */
const SCHEMA = 'chrome_libsecret_os_crypt_password_v2'

/**
 * Opens the keyring behind a store, by Chromium's name for it, and may ask the person for its password. Chromium asks once in a
 * run and then keeps to a refusal, so it is asked only once the keyring is open, and each call here asks the person again.
 */
export async function openKeyring(store: string): Promise<KeyringDoor> {
  if (store === 'gnome_libsecret') return openSecretService()
  const program = KDE_WALLETS[store]
  return program === undefined ? 'unknown' : openKdeWallet(program)
}

/**
 * Opens the default keyring of the Secret Service (freedesktop.org, Secret Service API), which may ask the person for its password:
 * `closed` if they cancel. Resolves when the person answers. Never rejects.
 */
async function openSecretService(): Promise<KeyringDoor> {
  const { bus, broken, call } = await connectSessionBus()
  const ask = (name: string, signature: string, body: unknown): Promise<unknown[]> =>
    call(SECRETS, PATH, [SERVICE, name], signature, body)

  /** Shows the dialog; resolves with whether the person opened the keyring. */
  async function prompt(path: string): Promise<boolean> {
    const rule = `type='signal',interface='${PROMPT}',path='${path}'`
    await call(
      'org.freedesktop.DBus',
      '/org/freedesktop/DBus',
      ['org.freedesktop.DBus', 'AddMatch'],
      's',
      rule,
    )
    const completed = new Promise<boolean>((resolve) =>
      bus.on('message', (message) => {
        if (message.path === path && message.member === 'Completed') resolve(message.body[0] === false)
      }),
    )
    await call(SECRETS, path, [PROMPT, 'Prompt'], 's', '')
    return Promise.race([completed, broken])
  }

  try {
    const [found] = await ask('SearchItems', 'a{ss}', { 'xdg:schema': SCHEMA })
    if (Array.isArray(found) && found.length > 0) return 'open'
    const [collection] = await ask('ReadAlias', 's', 'default')
    if (typeof collection !== 'string' || collection === '/') return 'unknown'
    const [, path] = await ask('Unlock', 'ao', [collection])
    if (typeof path !== 'string') return 'unknown'
    return path === '/' || (await prompt(path)) ? 'open' : 'closed'
  } catch {
    return 'unknown'
  } finally {
    bus.disconnect()
  }
}

/**
 * Opens KDE's wallet, of a program such as `kwalletd5`, which may ask the person for its password: `closed` if they cancel. As
 * with the Secret Service, each call asks again, and Chromium alone would not. Never rejects.
 */
async function openKdeWallet(program: string): Promise<KeyringDoor> {
  const { bus, call } = await connectSessionBus()
  const ask = async (name: string, signature = '', ...body: unknown[]): Promise<unknown> => {
    const member: [string, string] = [KDE_WALLET, name]
    const [value] = await call(`org.kde.${program}`, `/modules/${program}`, member, signature, ...body)
    return value
  }

  let isKept = false
  try {
    const wallet = await ask('networkWallet')
    if ((await ask('isOpen', 's', wallet)) === true) return 'open'
    const handle = await ask('open', 'sxs', wallet, NO_WINDOW, app.getName())
    // A wallet can be set to close with the connection of its last user, and Chromium is none yet.
    isKept = typeof handle === 'number' && handle >= 0
    return isKept ? 'open' : 'closed'
  } catch {
    return 'unknown'
  } finally {
    if (!isKept) bus.disconnect()
  }
}
