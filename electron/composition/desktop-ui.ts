import type { EventName, Events } from '../shared/events.ts'
import type { AppState } from '../shared/app-state.ts'
import type { Translate } from '../shared/translate.ts'
import type { Services } from './create-services.ts'
import { debounce } from '../core/throttle.ts'
import type { ServiceEmitter } from '../core/service-events.ts'
import type { PendingNavigation } from '../core/latest-value.ts'
import type { JsonStore, Clock, Log, Notifier } from '../core/ports.ts'
import { allRead, type SettingsService } from '../core/settings.ts'
import type { TrayHost } from '../platform/desktop/tray-host.ts'
import { describeError } from '../platform/start/uncaught.ts'
import type { MainWindow } from '../platform/window/window.ts'
import {
  type Confirm,
  type OneTimeHints,
  type TrayAction,
  type TrayView,
  createBackground,
  createNotifications,
  createTrayController,
} from '../features/desktop/index.ts'
import type { ListSerializer } from '../features/sessions/index.ts'

/**
 * How long the tray's menu waits for further lists, ms: the lists of many accounts arrive one after the other, and the
 * menu names the sessions of all of them.
 */
const MENU_DEBOUNCE = { waitMs: 1_000, maxWaitMs: 10_000 }

/** The system's tray: shows what `view` returns, again after each `refresh`; `renew` recreates the icon. */
export type MakeTray = (
  view: () => TrayView,
  on: { act: (action: TrayAction) => void; clicked: () => void },
) => { refresh(): void; renew(): void }

/** Dependencies of the desktop UI. */
export interface DesktopUiDependencies {
  events: ServiceEmitter
  services: Services
  settings: SettingsService
  hints: JsonStore<OneTimeHints>
  notifier: Notifier
  navigation: PendingNavigation
  window: Pick<MainWindow, 'contents' | 'isFocused' | 'open'>
  trayHost: Pick<TrayHost, 'isPresent'>
  makeTray: MakeTray
  confirm: Confirm
  listSerializer: Pick<ListSerializer, 'update'>
  /** Sends an event to the window. */
  broadcast<N extends EventName>(name: N, payload: Events[N]): void
  t: Translate
  /** The current language of `t`. */
  locale(): string
  clock: Clock
  log: Log
  isOnline(): boolean
  isFinishing(): boolean
  quit(): void
}

/** The app's window, tray and notifications; updates all of them after each change. */
export interface DesktopUi {
  appStateChanged(state: AppState): void
  /** The window was closed: the app keeps running, or quits. */
  windowClosed(): void
  /** The person declined to quit. */
  quitDeclined(): void
  /** A tray appeared or disappeared. */
  trayHostChanged(): void
  /** The app started without its window, which would have shown open reports of the last run. */
  startedHidden(): void
}

/**
 * Creates the notifications and the tray, and subscribes them to the services' events. Call it after `subscribeServices`,
 * so that they show what the services made of an event.
 */
export function createDesktopUi(parts: DesktopUiDependencies): DesktopUi {
  const { events, settings, navigation, window, listSerializer, broadcast, t } = parts
  const { keepInTray, keepWithoutTray, notifications: isNotifying, ...left } = settings.of('desktop')
  allRead(left)
  const { accounts, vault, lists, publishedLists, passwords, unconfirmedSessions } = parts.services
  const { alerts, renewals, reviews, revocations, rules, signOutEverywhere } = parts.services
  const notifications = createNotifications({
    notifier: parts.notifier,
    accounts,
    hints: parts.hints,
    t,
    locale: parts.locale,
    clock: parts.clock,
    endsOf: (accountId) => revocations.view(accountId).ends,
    isOn: isNotifying,
    isFocused: window.isFocused,
    isOpen: () => window.contents().length > 0,
    navigate: navigation.offer,
    acknowledge: alerts.acknowledge,
  })
  const background = createBackground({
    keepInTray,
    keepWithoutTray,
    hasTray: parts.trayHost.isPresent,
    isOpen: () => window.contents().length > 0,
    isQuitting: parts.isFinishing,
    clock: parts.clock,
    open: window.open,
    quit: parts.quit,
    notifyRunningInTray: notifications.notifyRunningInTray,
  })
  const trayController = createTrayController({
    ...{ accounts, vault, lists, publishedLists, alerts, renewals, reviews, revocations, rules },
    signOutEverywhere,
    notifications,
    confirm: parts.confirm,
    t,
    locale: parts.locale,
    clock: parts.clock,
    isOnline: parts.isOnline,
    isFinishing: parts.isFinishing,
    navigate: navigation.offer,
    open: window.open,
    quit: parts.quit,
  })
  const act = (action: TrayAction): void =>
    void trayController
      .act(action)
      .catch((error: unknown) => parts.log.warn('tray.failed', describeError(error)))
  const tray = parts.makeTray(trayController.view, { act, clicked: window.open })
  const refreshMenu = debounce(parts.clock, MENU_DEBOUNCE, tray.refresh)
  events.on('listPublished', (list) => {
    broadcast('sessions:changed', listSerializer.update(list))
    notifications.listChanged(list)
    refreshMenu()
  })
  events.on('revoked', (event) => {
    broadcast('session:revoked', event)
    notifications.ended(event)
    tray.refresh()
  })
  events.on('endsChanged', (update) => {
    broadcast('ends:changed', update)
    notifications.endsChanged(update)
    refreshMenu()
  })
  events.on('historyChanged', (accountId) => broadcast('activity:changed', { accountId }))
  events.on('alerted', notifications.alerted)
  events.on('alertClosed', notifications.alertClosed)
  events.on('reviewChanged', (update) => {
    broadcast('review:changed', update)
    notifications.reviewChanged(update)
  })
  events.on('reviewDue', notifications.reviewDue)
  events.on('ruleRan', notifications.ruleRan)
  events.on('passwordSettled', notifications.passwordSettled)
  events.on('passwordClosed', notifications.passwordClosed)
  events.on('sessionUnconfirmed', notifications.sessionUnconfirmed)

  return {
    appStateChanged(state) {
      broadcast('appState:changed', state)
      notifications.accountsChanged()
      notifications.renewalWarningsChanged(state.renewalWarnings)
      tray.refresh()
      background.changed()
    },
    startedHidden: () => notifications.startedHidden(passwords.reports(), unconfirmedSessions.all()),
    windowClosed: background.windowClosed,
    quitDeclined: background.quitDeclined,
    trayHostChanged() {
      if (parts.trayHost.isPresent() === true) tray.renew()
      background.changed()
    },
  }
}
