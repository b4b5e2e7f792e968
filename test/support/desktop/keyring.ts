import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Helper } from '../process/helper.ts'
import { waitFor } from '../process/wait-for.ts'
import type { Bus } from './bus.ts'
import { DAEMONS, type KeyringKind } from './keyring-daemons.ts'

/** A desktop's keyring: the real service, in each state that it can have. */
export type Keyring = ReturnType<typeof keyringOn>

/** The keyring of a private bus, in the XDG_DATA_HOME of `env`; not started. */
export function keyringOn(bus: Bus, env: NodeJS.ProcessEnv, kind: KeyringKind) {
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
    /** Running and open, as after a login. */
    unlock: () => start(true),
    /** Running and closed; nobody types its password. */
    async lock(): Promise<void> {
      // Only an existing keyring can be closed.
      if (daemon === null) await start(true)
      await start(false)
    },
    /** Not running: calls fail. */
    stop,
    /** A new, open keyring without the secrets of the one before. */
    async replace(): Promise<void> {
      await stop()
      await rm(join(env['XDG_DATA_HOME'] ?? '', folder), { recursive: true, force: true })
      await start(true)
    },
  }
}
