import { app, dialog } from 'electron'
import { accessSync, constants } from 'node:fs'
import { startFailed as en } from '../../resources/locales/en.json'
import { startFailed as es } from '../../resources/locales/es.json'
import { startFailed as ptBR } from '../../resources/locales/pt-BR.json'
import { pickLocale } from '../features/desktop/index.ts'

/** Ends a start that did not get the lock in `folder`: the app runs already, or nothing can be written there. */
export function exitWithoutLock(folder: string): void {
  if (isWritable(folder)) app.quit()
  // Not another instance: there is no place for its lock, nor for anything else.
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

/** Says, in the system's language, that the app cannot start, and ends it: without a window it would hold its lock for ever. */
export function exitWithStartError(): void {
  const words = { en, 'pt-BR': ptBR, es }[pickLocale('auto', null, app.getPreferredSystemLanguages())]
  dialog.showErrorBox(words.title, words.text)
  app.exit(1)
}
