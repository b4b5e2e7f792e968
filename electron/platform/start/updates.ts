import { app } from 'electron'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '../../shared/dates.ts'
import type { Translate } from '../../shared/translate.ts'
import type { Clock, Log } from '../../core/ports.ts'
import { describeError } from './uncaught.ts'

/** Checks once a day. */
const CHECK_INTERVAL_MS = DAY_MS
/** The first check comes after the window is visible. */
const INITIAL_DELAY_MS = 60_000

/**
 * Checks for new versions once a day and notifies of a downloaded one, if the package has `app-update.yml`:
 * electron-builder adds it if `publish` is set. Without it the updater is not loaded. Logs failed checks.
 */
export function checkForUpdates(clock: Clock, log: Log, t: Translate): void {
  if (!app.isPackaged || !existsSync(join(process.resourcesPath, 'app-update.yml'))) return
  const check = async (): Promise<void> => {
    const { default: updater } = await import('electron-updater')
    updater.autoUpdater.logger = null
    await updater.autoUpdater.checkForUpdatesAndNotify({
      title: t('updates.ready'),
      body: t('updates.restart'),
    })
  }
  const checkAndRepeat = (): void => {
    check().catch((error: unknown) => log.warn('updates.failed', describeError(error)))
    clock.after(CHECK_INTERVAL_MS, checkAndRepeat)
  }
  clock.after(INITIAL_DELAY_MS, checkAndRepeat)
}
