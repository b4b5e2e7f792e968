import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Helper } from '../process/helper.ts'
import type { Bus } from './bus.ts'
import { DAEMONS, type KeyringKind } from './keyring-daemons.ts'

const TIMEOUT_MS = 10_000
const POLL_MS = 25

/** A desktop's keyring: the real service, in each state that it can have. */
export interface Keyring {
  /** Running and open, as after a login. */
  unlock(): Promise<void>
  /** Running and closed; nobody types its password. */
  lock(): Promise<void>
  /** Not running: calls fail. */
  stop(): Promise<void>
  /** A new, open keyring without the secrets of the one before. */
  replace(): Promise<void>
}

/** The keyring of a private bus, in the XDG_DATA_HOME of `env`; not started. */
export function keyringOn(bus: Bus, env: NodeJS.ProcessEnv, kind: KeyringKind): Keyring {
  const { name, folder, ...service } = DAEMONS[kind]
  let daemon: Helper | null = null

  async function stop(): Promise<void> {
    if (await bus.hasName(name)) await service.close?.(bus)
    await daemon?.stop()
    daemon = null
    await waitFor(async () => !(await bus.hasName(name)), 'The keyring did not go')
  }

  async function start(unlocked: boolean): Promise<void> {
    await stop()
    const problems: string[] = []
    const started = service.start(env, unlocked, (line) => problems.push(line))
    daemon = started
    const isThere = async (): Promise<boolean> => started.child.exitCode !== null || bus.hasName(name)
    await waitFor(isThere, 'The keyring did not come up')
    if (started.child.exitCode !== null) throw new Error(`The keyring ended: ${problems.join(' | ')}`)
    if (unlocked) await service.open?.(bus)
  }

  return {
    unlock: () => start(true),
    async lock() {
      // Only an existing keyring can be closed.
      if (daemon === null) await start(true)
      await start(false)
    },
    stop,
    async replace() {
      await stop()
      await rm(join(env['XDG_DATA_HOME'] ?? '', folder), { recursive: true, force: true })
      await start(true)
    },
  }
}

async function waitFor(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  const giveUp = Date.now() + TIMEOUT_MS
  while (!(await isSo())) {
    if (Date.now() > giveUp) throw new Error(otherwise)
    await sleep(POLL_MS)
  }
}
