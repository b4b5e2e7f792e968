import { app } from 'electron'
import type { Words } from '../domain/words.ts'
import type { Wired } from '../services/compose.ts'
import { createNotices, type Hints, type Notices } from '../services/notices.ts'
import type { Places } from '../services/places.ts'
import type { Cabinet, Clock, Log } from '../services/ports.ts'
import type { SettingsService } from '../services/settings.ts'
import { createTrayDesk } from '../services/tray.ts'
import { askNatively } from './ask.ts'
import { createNotifier } from './notifications.ts'
import { createTray } from './tray.ts'
import { factsOf } from './uncaught.ts'
import { lookForUpdates } from './updates.ts'
import type { MainWindow } from './window.ts'

/** What the app's presence outside its window is made of. */
export interface PresenceParts {
  services: Wired
  settings: SettingsService
  hints: Cabinet<Hints>
  places: Places
  window: MainWindow
  t: Words
  clock: Clock
  log: Log
  isOnline(): boolean
}

/** The app in the tray and in the notifications of the desktop; it also looks for updates there. */
export interface Presence extends Pick<Notices, 'ended'> {
  /** Something that the tray shows may have changed. */
  changed(): void
  /** The window was closed, and the app goes on. */
  windowClosed(): void
}

/** Puts the app on the desktop. */
export function createPresence(parts: PresenceParts): Presence {
  const { services, settings, places, window, t } = parts
  lookForUpdates(parts.clock, parts.log, t)
  const notices = createNotices({
    notifier: createNotifier(),
    accounts: services.accounts,
    hints: parts.hints,
    t,
    isOn: () => settings.get().notifications,
    isWatched: window.isWatched,
    go: places.go,
  })
  const desk = createTrayDesk({
    ...services,
    notices,
    ask: askNatively,
    t,
    isOnline: parts.isOnline,
    go: places.go,
    open: window.open,
    quit: () => app.quit(),
  })
  const tray = createTray(desk.view, {
    act: (action) =>
      void desk.act(action).catch((error: unknown) => parts.log.warn('tray.failed', factsOf(error))),
    clicked: window.open,
  })
  return {
    ended: notices.ended,
    changed() {
      notices.accountsChanged()
      tray.refresh()
    },
    windowClosed: notices.staysInTray,
  }
}
