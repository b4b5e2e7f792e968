import { pbkdf2Sync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startHelper, type Helper } from '../process/helper.ts'
import type { Bus } from './bus.ts'

/** The login keyring's password. Without one it would open by itself. */
export const PASSWORD = 'practice keyring'
/** The salt of KDE's wallet, and the length of the key that its PAM module and its dialog derive from a password, in bytes. */
const WALLET_SALT = Buffer.alloc(56, 'salt')
const WALLET_KEY_BYTES = 56
const WALLET_SERVICE = 'org.kde.kwalletd5'
const WALLET = 'kdewallet'

/** The kind of keyring: GNOME's keyring or KDE's wallet. */
export type KeyringKind = 'gnome' | 'kde'

/** A keyring program on a bus. */
export interface KeyringDaemon {
  /** Its name on the bus. */
  name: string
  /** Its folder below XDG_DATA_HOME. */
  folder: string
  /** Chromium's name for it. */
  store: string
  start(env: NodeJS.ProcessEnv, unlocked: boolean, logged: (line: string) => void): Helper
  /** Opens it when it does not start open; call it once its name has an owner. */
  open?(bus: Bus): Promise<void>
  /** Makes it write pending changes now. */
  close?(bus: Bus): Promise<void>
}

/** How each kind is started, opened and closed. */
export const DAEMONS: Record<KeyringKind, KeyringDaemon> = {
  gnome: {
    name: 'org.freedesktop.secrets',
    folder: 'keyrings',
    store: 'gnome-libsecret',
    start(env, unlocked, logged) {
      const choices = ['--foreground', '--components=secrets', ...(unlocked ? ['--unlock'] : [])]
      const stdio = ['pipe', 'ignore', 'pipe'] as const
      const started = startHelper('gnome-keyring-daemon', choices, { env, stdio: [...stdio], logged })
      started.child.stdin?.end(PASSWORD)
      return started
    },
  },
  kde: {
    name: WALLET_SERVICE,
    folder: 'kwalletd',
    store: 'kwallet5',
    start(env, _unlocked, logged) {
      const wallets = join(env['XDG_DATA_HOME'] ?? '', 'kwalletd')
      mkdirSync(wallets, { recursive: true })
      writeFileSync(join(wallets, `${WALLET}.salt`), WALLET_SALT)
      return startHelper('kwalletd5', [], {
        env: { ...env, QT_QPA_PLATFORM: 'xcb' },
        stdio: ['ignore', 'ignore', 'pipe'],
        logged,
      })
    },
    // As KDE's PAM module does at a login: creates or opens the wallet with this key.
    async open(bus) {
      const key = pbkdf2Sync(PASSWORD, WALLET_SALT, 50_000, WALLET_KEY_BYTES, 'sha512')
      await callWallet(bus, 'pamOpen', 'sayi', [WALLET, key, 0])
      const [isOpen] = await callWallet(bus, 'isOpen', 's', [WALLET])
      if (isOpen !== true) throw new Error('The wallet did not open')
    },
    // It writes 5 seconds after a change, or when it is closed, as at a logout.
    async close(bus) {
      await callWallet(bus, 'closeAllWallets')
    },
  },
}

function callWallet(bus: Bus, member: string, signature = '', body: unknown[] = []): Promise<unknown[]> {
  return bus.call(WALLET_SERVICE, '/modules/kwalletd5', 'org.kde.KWallet', member, signature, body)
}

/** The Chromium switch that chooses a kind. */
export function storeSwitch(kind: KeyringKind): string {
  return `--password-store=${DAEMONS[kind].store}`
}
