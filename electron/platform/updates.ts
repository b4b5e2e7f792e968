import { app } from 'electron'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Translate } from '../core/domain/translate.ts'
import type { Clock, Log } from '../core/ports.ts'
import { describeError } from './uncaught.ts'

/** ms between two looks for a new version. */
const DAY_MS = 86_400_000
/** ms after the start, when the window has long been there. */
const FIRST_CHECK_MS = 60_000

/**
 * Looks for new versions once a day, in a package that has a feed: electron-builder writes `app-update.yml` into it where
 * `publish` names one. Without it nobody is asked, and the updater is not even loaded.
 */
export function checkForUpdates(clock: Clock, log: Log, t: Translate): void {
  if (!app.isPackaged || !existsSync(join(process.resourcesPath, 'app-update.yml'))) return
  const look = async (): Promise<void> => {
    const { default: updater } = await import('electron-updater')
    updater.autoUpdater.logger = null
    await updater.autoUpdater.checkForUpdatesAndNotify({
      title: t('updates.ready'),
      body: t('updates.restart'),
    })
  }
  const lookAndGoOn = (): void => {
    look().catch((error: unknown) => log.warn('updates.failed', describeError(error)))
    clock.after(DAY_MS, lookAndGoOn)
  }
  clock.after(FIRST_CHECK_MS, lookAndGoOn)
}
