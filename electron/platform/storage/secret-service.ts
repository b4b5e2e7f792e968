import type { KeyringDoor } from './open-keyring.ts'
import { connectSessionBus } from './session-bus.ts'

const SECRETS = 'org.freedesktop.secrets'
const SERVICE = 'org.freedesktop.Secret.Service'
const PROMPT = 'org.freedesktop.Secret.Prompt'
const PATH = '/org/freedesktop/secrets'
/** The schema of the entry that Chromium keeps its key in (os_crypt, key_storage_libsecret.cc). */
const SCHEMA = 'chrome_libsecret_os_crypt_password_v2'

/**
 * Opens the default keyring of the Secret Service (freedesktop.org, Secret Service API), which may ask the person for its password:
 * `closed` if they cancel. Resolves when the person answers. Never rejects.
 */
export async function openSecretService(): Promise<KeyringDoor> {
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
