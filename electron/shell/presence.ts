import { app } from 'electron'
import type { EventName, Events } from '../contract/events.ts'
import type { AppState } from '../contract/app-state.ts'
import type { Locale } from '../contract/settings.ts'
import type { TrayAction } from '../domain/tray-menu.ts'
import type { Translate } from '../domain/words.ts'
import type { Services } from '../services/create-services.ts'
import type { ServiceEmitter } from '../services/events.ts'
import { createBackground } from '../services/background.ts'
import { createNotifications, type OneTimeHints } from '../services/notices.ts'
import type { ListSerializer } from '../services/list-news.ts'
import type { PendingNavigation } from '../services/mailbox.ts'
import type { JsonStore, Clock, Log, Notifier } from '../services/ports.ts'
import type { SettingsService } from '../services/settings.ts'
import { createTrayController } from '../services/tray.ts'
import { showConfirmDialog } from './ask.ts'
import { createTray } from './tray.ts'
import type { TrayHost } from './tray-host.ts'
import { describeError } from './uncaught.ts'
import type { MainWindow } from './window.ts'

/** What the app's presence outside its window is made of. */
export interface DesktopUiDependencies {
  events: ServiceEmitter
  services: Services
  settings: SettingsService
  hints: JsonStore<OneTimeHints>
  notifier: Notifier
  navigation: PendingNavigation
  window: MainWindow
  trayHost: TrayHost
  listNews: Pick<ListSerializer, 'update'>
  /** Tells the window. */
  broadcast<N extends EventName>(name: N, payload: Events[N]): void
  t: Translate
  /** The language of the words. */
  locale(): Locale
  clock: Clock
  log: Log
  isOnline(): boolean
  isFinishing(): boolean
}

/** Where the app shows: its window, the tray and the notifications of the desktop. Whatever changed is told to all of them. */
export interface DesktopUi {
  appStateChanged(desk: AppState): void
  /** The window was closed: the app goes on, or quits. */
  windowClosed(): void
  /** Asked whether to quit, a person said no. */
  quitDeclined(): void
  /** A tray came or went. */
  trayHostChanged(): void
  /** The app has started without its window, which would have shown what the last run left. */
  startedHidden(): void
}

/** Puts the app on the desktop. */
export function createDesktopUi(parts: DesktopUiDependencies): DesktopUi {
  const { events, services, settings, navigation, window, listNews, broadcast, t } = parts
  const notifications = createNotifications({
    notifier: parts.notifier,
    accounts: services.accounts,
    hints: parts.hints,
    t,
    locale: parts.locale,
    clock: parts.clock,
    isOn: () => settings.get().notifications,
    isFocused: window.isFocused,
    isOpen: () => window.contents().length > 0,
    navigate: navigation.offer,
  })
  const background = createBackground({
    settings: settings.get,
    hasTray: parts.trayHost.isThere,
    isOpen: () => window.contents().length > 0,
    isQuitting: parts.isFinishing,
    clock: parts.clock,
    open: window.open,
    quit: () => app.quit(),
    notifyRunningInTray: notifications.notifyRunningInTray,
  })
  const trayController = createTrayController({
    ...services,
    notifications,
    confirm: showConfirmDialog,
    t,
    isOnline: parts.isOnline,
    isFinishing: parts.isFinishing,
    navigate: navigation.offer,
    open: window.open,
    quit: () => app.quit(),
  })
  const act = (action: TrayAction): void =>
    void trayController
      .act(action)
      .catch((error: unknown) => parts.log.warn('tray.failed', describeError(error)))
  const tray = createTray(
    trayController.view,
    { act, clicked: window.open },
    { platform: process.platform, whenReady: parts.trayHost.answered },
  )
  events.on('listPublished', (list) => {
    broadcast('sessions:changed', listNews.update(list))
    notifications.listChanged(list)
    tray.refresh()
  })
  events.on('revoked', (event) => {
    broadcast('session:revoked', event)
    notifications.ended(event)
  })
  events.on('bulkChanged', (update) => {
    broadcast('revocation:changed', update)
    notifications.endingChanged(update)
  })
  events.on('historyChanged', (accountId) => broadcast('activity:changed', { accountId }))
  events.on('alerted', notifications.alerted)
  events.on('alertClosed', notifications.alertClosed)
  events.on('ruleRan', notifications.ruleRan)
  events.on('passwordSettled', notifications.passwordSettled)
  events.on('passwordClosed', notifications.passwordClosed)
  events.on('sessionUnconfirmed', notifications.sessionUnconfirmed)

  return {
    appStateChanged(desk) {
      broadcast('appState:changed', desk)
      notifications.accountsChanged()
      notifications.renewalTroublesChanged(desk.renewalWarnings)
      tray.refresh()
      background.changed()
    },
    startedHidden: () =>
      notifications.startedHidden(services.passwords.reports(), services.unconfirmedSessions.all()),
    windowClosed: background.windowClosed,
    quitDeclined: background.quitDeclined,
    trayHostChanged() {
      if (parts.trayHost.isThere() === true) tray.renew()
      background.changed()
    },
  }
}
