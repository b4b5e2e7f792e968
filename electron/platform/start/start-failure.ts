import { app, BrowserWindow, dialog } from 'electron'
import { accessSync, constants } from 'node:fs'
import { isatty } from 'node:tty'
import { startFailed as en } from '../../../resources/locales/en.json'
import { startFailed as es } from '../../../resources/locales/es.json'
import { startFailed as ptBR } from '../../../resources/locales/pt-BR.json'
import { pickLanguage } from '../../domain/pick-locale.ts'
import { hasDisplay } from './system-facts.ts'
import { openFolder } from './system-info.ts'

/** The exit code of a command line that is refused. */
const USAGE_ERROR = 2

/**
 * Quits a start that did not get the lock: the app is running already, or `folder` is not writable, which it reports.
 */
export function exitWithoutLock(folder: string): void {
  if (isWritable(folder)) app.quit()
  else void app.whenReady().then(exitWithStartError)
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Reports the switches that a packaged app does not start with, at once in a line on standard error, and exits. Where no terminal
 * shows that line, a dialog says it too. Nothing has been opened yet.
 */
export function exitWithRefusedSwitches(switches: readonly string[]): void {
  const { title, switches: text } = systemTexts()
  const names = switches.join(', ')
  const message = text.replace('{switches}', () => names)
  process.stderr.write(`${title}: ${message}\n`)
  const isInTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor))
  if (isInTerminal || !hasDisplay(process.platform, process.env)) app.exit(USAGE_ERROR)
  else void app.whenReady().then(() => exitWithDialog(title, message, USAGE_ERROR))
}

/** Reports in the system's language that the app cannot start, and exits, which releases the lock. */
export function exitWithStartError(): void {
  const { title, text } = systemTexts()
  exitWithDialog(title, text)
}

/**
 * Says that this version cannot read the profile, offers its folder, and quits. The window stays below, so that nobody types into
 * it. Nothing has been written.
 */
export async function exitWithForeignProfile(folder: string): Promise<void> {
  const { foreignTitle, foreignText, quit, openFolder: open } = systemTexts()
  const options = {
    type: 'error' as const,
    title: 'Session Desk',
    message: foreignTitle,
    detail: foreignText,
    buttons: [quit, open],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
  const [window] = BrowserWindow.getAllWindows()
  const { response } = await (window
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options))
  if (response === 1) await openFolder(folder)
  app.quit()
}

function exitWithDialog(title: string, text: string, code = 1): void {
  dialog.showErrorBox(title, text)
  app.exit(code)
}

function systemTexts(): typeof en {
  return { en, 'pt-BR': ptBR, es }[pickLanguage('auto', null, app.getPreferredSystemLanguages())]
}
