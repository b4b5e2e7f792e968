import { setTimeout as sleep } from 'node:timers/promises'
import { startHelper } from '../process/helper.ts'
import type { Bus } from './bus.ts'

const PATIENCE_MS = 10_000
const POLL_MS = 25

/** A running Secret Service. */
export interface Keyring {
  stop(): Promise<void>
}

/** Starts gnome-keyring on a private bus, with a new, unlocked login keyring in the XDG_DATA_HOME of `env`. */
export async function startKeyring(bus: Bus, env: NodeJS.ProcessEnv): Promise<Keyring> {
  const problems: string[] = []
  const daemon = startHelper('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
    logged: (line) => problems.push(line),
  })
  // The password of the login keyring; an empty line makes it one without a password.
  daemon.child.stdin?.end('\n')
  const giveUp = Date.now() + PATIENCE_MS
  while (!(await bus.hasName('org.freedesktop.secrets'))) {
    if (daemon.child.exitCode !== null || Date.now() > giveUp) {
      await daemon.stop()
      throw new Error(`gnome-keyring-daemon did not come up: ${problems.join(' | ')}`)
    }
    await sleep(POLL_MS)
  }
  return { stop: () => daemon.stop() }
}
