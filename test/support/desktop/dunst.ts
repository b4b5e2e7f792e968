import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Desktop } from './desktop.ts'
import { startHelper } from '../process/helper.ts'
import { run } from '../process/run.ts'
import { waitFor } from '../process/wait-for.ts'

/** A notification as dunst shows it. */
export interface DunstNotification {
  /** With the markup that dunst adds and reads. */
  message: string
  /** ms until it disappears by itself; 0: never. */
  timeout: number
}

/** Starts dunst, a notification server that people use, on a desktop. Its menu of actions chooses what `press` names. */
export async function startDunst({ env, folder }: Pick<Desktop, 'env' | 'folder'>) {
  const [config, menu, wanted, offered] = ['dunstrc', 'menu', 'wanted', 'offered'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string]
  await writeFile(config, `[global]\nmarkup = full\ndmenu = ${menu}\n`)
  await writeFile(menu, `#!/bin/sh\ntee '${offered}' | grep -F -f '${wanted}' | head -n 1\n`)
  await chmod(menu, 0o700)
  const daemon = startHelper('dunst', ['-config', config], { env })

  async function control(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await run('dunstctl', args, { env })
    if (code !== 0) throw new Error(`dunstctl ${args.join(' ')} failed: ${stderr}`)
    return stdout
  }

  await waitFor(async () => (await run('dunstctl', ['count'], { env })).code === 0, 'dunst is not there')
  return {
    /** The number of notifications on the screen. */
    displayed: async (): Promise<number> => Number(await control('count', 'displayed')),
    /** The notifications that are gone from the screen, the newest first. */
    async history(): Promise<DunstNotification[]> {
      const { data } = JSON.parse(await control('history')) as {
        data: [{ message: { data: string }; timeout: { data: number } }[]]
      }
      return data[0].map(({ message, timeout }) => ({ message: message.data, timeout: timeout.data }))
    },
    /** Opens the menu of all actions, and chooses the one whose line has this text. */
    async press(text: string): Promise<void> {
      await writeFile(wanted, `${text}\n`)
      await control('context')
    },
    /** The lines of the menu that was opened last. */
    offered: (): Promise<string> => readFile(offered, 'utf8'),
    stop: daemon.stop,
  }
}
