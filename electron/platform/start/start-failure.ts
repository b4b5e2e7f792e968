import { app, BrowserWindow, dialog } from 'electron'
import { isatty } from 'node:tty'
import { startFailed as en } from '../../../resources/locales/en.json'
import { startFailed as es } from '../../../resources/locales/es.json'
import { startFailed as ptBR } from '../../../resources/locales/pt-BR.json'
import { pickLanguage } from '../../domain/pick-locale.ts'
import { MINUTE_MS } from '../../shared/dates.ts'
import { MAX_SILENCE_MS } from '../domain/profile-user.ts'
import { hostUsing } from './heartbeat.ts'
import { findLockFault, isLocked } from './lock-fault.ts'
import { hasDisplay } from './system-facts.ts'
import { openFolder } from './system-info.ts'

/** The exit code of a command line that is refused. */
const USAGE_ERROR = 2

/** Quits a start that did not get the lock: silently if another process has it, otherwise with the reason. */
export function exitWithoutLock(folder: string): void {
  const { platform } = process
  if (isLocked(folder, platform)) return app.quit()
  const fault = findLockFault(folder, app.getPath('temp'), platform)
  const { title, text, lock, full, denied, missing, inTheWay, unsupported } = systemTexts()
  if (!fault) return void exitWithReport(title, text)
  const reasons = { full, denied, missing, inTheWay, unsupported }
  const { reason, path, code } = fault
  void exitWithReport(title, fill(lock, { reason: fill(reasons[reason], { path, code }) }))
}

/** Exits if another computer uses the profile, before the lock is touched; returns whether it does. */
export function exitIfInUse(folder: string): boolean {
  const host = hostUsing(folder)
  if (host !== null) void exitWhileInUse(host)
  return host !== null
}

/** Says that `host`, another computer, uses the profile, and exits. */
export function exitWhileInUse(host: string): Promise<void> {
  const { inUseTitle, inUse } = systemTexts()
  return exitWithReport(fill(inUseTitle, { host }), fill(inUse, { minutes: MAX_SILENCE_MS / MINUTE_MS }))
}

/**
 * Says that another computer used the profile while this one slept, and ends the process, which by then has old data: at once, because
 * Electron's exit would delete the other computer's lock.
 */
export function endAfterLoss(): void {
  const { lostTitle, lost } = systemTexts()
  dialog.showErrorBox(lostTitle, lost)
  process.kill(process.pid, 'SIGKILL')
}

/**
 * Reports the switches that a packaged app does not start with, at once in a line on standard error, and exits. Where no terminal
 * shows that line, a dialog says it too. Nothing has been opened yet.
 */
export function exitWithRefusedSwitches(switches: readonly string[]): void {
  const { title, switches: text } = systemTexts()
  const isInTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor))
  void exitWithReport(title, fill(text, { switches: switches.join(', ') }), USAGE_ERROR, !isInTerminal)
}

/** Reports in the system's language that the app cannot start, and exits, which releases the lock. */
export function exitWithStartError(): void {
  const { title, text } = systemTexts()
  void exitWithReport(title, text)
}

/**
 * Says that this version cannot read the profile, offers its folder, and quits. The window stays below, so that nobody types into
 * it. No file of `accounts` was written.
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

/** Exits after a line on standard error and, where there is a display, a dialog. */
async function exitWithReport(title: string, text: string, code = 1, withDialog = true): Promise<void> {
  process.stderr.write(`${title}: ${text}\n`)
  if (withDialog && hasDisplay(process.platform, process.env)) {
    await app.whenReady()
    dialog.showErrorBox(title, text)
  }
  app.exit(code)
}

const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => `${values[name] ?? placeholder}`)

function systemTexts(): typeof en {
  return { en, 'pt-BR': ptBR, es }[pickLanguage('auto', null, app.getPreferredSystemLanguages())]
}
