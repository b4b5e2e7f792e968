import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { BareDebian } from '../support/bare-debian/bare-debian.ts'
import { windowKeys, type WindowKeys } from '../support/desktop/window-keys.ts'
import type { Helper } from '../support/process/helper.ts'
import type { Finished } from '../support/process/run.ts'
import { projectRoot } from '../support/project-root.ts'

const DIST = join(projectRoot(), 'dist')
/** The app's program, which the launcher in /usr/bin starts. */
export const PROGRAM = '/usr/lib/session-desk/session-desk'

/** The only file in dist/ with this ending. */
export async function packageFile(ending: string): Promise<string> {
  const found = (await readdir(DIST)).filter((name) => name.endsWith(ending))
  expect(found).toHaveLength(1)
  return join(DIST, found[0] ?? '')
}

/** The output of a command, which must have succeeded. */
export async function outputOf(command: Promise<Finished>): Promise<string> {
  const { code, stdout, stderr } = await command
  expect(code, stderr).toBe(0)
  return stdout
}

/** Starts a program of the app as the ordinary user. It opens no debugging port: keys control its window. */
export function startApp(
  debian: BareDebian,
  program: string,
  ...args: string[]
): { app: Helper; keys: WindowKeys } {
  const app = debian.start(program, '--password-store=gnome-libsecret', ...args)
  return { app, keys: windowKeys((...command) => debian.asUser('xdotool', ...command)) }
}

/** Ends the app as a session manager does at logout, and waits for its end; `program` is the path of the Electron that runs. */
export async function quitApp(debian: BareDebian, app: Helper, program = PROGRAM): Promise<void> {
  await outputOf(debian.asUser('pkill', '--signal', 'TERM', '--oldest', '--full', `^${program}`))
  await app.ended
}
