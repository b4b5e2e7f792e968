import { app } from 'electron'
import { spawn } from 'node:child_process'
import { restartAppImage } from '../domain/app-image.ts'
import { isLink } from '../../domain/deep-link.ts'
import { hasSwitch } from '../../domain/parse-switches.ts'
import { programToStart } from './autostart-file.ts'

/**
 * Quits, with the usual confirmation, and starts the app again with the same arguments, except a page and a link, which were
 * opened already (and a link contains a token), and `--hidden`: somebody asked for it in the window.
 */
export function restart(): void {
  const args = process.argv.slice(1).filter((argument) => !isLink(argument) && !isSpent(argument))
  const program = app.getPath('exe')
  const toStart = programToStart(program, process.env)
  if (toStart === program) app.relaunch({ args })
  else app.once('quit', () => startDetached(toStart, args))
  app.quit()
}

const isSpent = (argument: string): boolean =>
  (['page', 'hidden'] as const).some((name) => hasSwitch([argument], name, process.platform))

function startDetached(image: string, args: readonly string[]): void {
  const { program, args: all, env } = restartAppImage(image, args, process.env)
  spawn(program, all, { detached: true, stdio: 'ignore', env }).unref()
}
