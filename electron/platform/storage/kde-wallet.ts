import { app } from 'electron'
import type { KeyringDoor } from './open-keyring.ts'
import { connectSessionBus } from './session-bus.ts'

const INTERFACE = 'org.kde.KWallet'
/** No window, as Chromium gives none. */
const NO_WINDOW = 0

/**
 * Opens KDE's wallet, of a program such as `kwalletd5`, which may ask the person for its password: `closed` if they cancel. As
 * with the Secret Service, each call asks again, and Chromium alone would not. Never rejects.
 */
export async function openKdeWallet(program: string): Promise<KeyringDoor> {
  const { bus, call } = await connectSessionBus()
  const ask = async (name: string, signature = '', ...body: unknown[]): Promise<unknown> => {
    const member: [string, string] = [INTERFACE, name]
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
