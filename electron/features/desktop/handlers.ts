import type { AppState } from '../../shared/app-state.ts'
import type { desktopRequests } from '../../shared/requests/desktop.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { HandlersOf } from '../../core/handlers.ts'
import type { PendingNavigation } from '../../core/latest-value.ts'
import type { StartAtLoginPort } from '../../core/ports.ts'
import type { SettingsService } from '../../core/settings.ts'
import type { ViewStates } from '../../core/view-state.ts'
import type { About } from './about.ts'
import type { Diagnostics } from './diagnostics.ts'
import type { LostFiles } from './lost-files.ts'

/** What the handlers call. */
export interface DesktopHandlerDependencies {
  appState(): AppState
  settings: SettingsService
  view: Pick<ViewStates, 'update'>
  startAtLogin: StartAtLoginPort
  navigation: Pick<PendingNavigation, 'take'>
  diagnostics: Diagnostics
  about: About
  lostFiles: LostFiles
  /** Opens the folder of the files; a storage failure if that is not possible. */
  openDataFolder(): Promise<Result<null>>
  retryKeyring(): Promise<void>
  /** Quits, with the usual confirmation, and starts the app again. */
  restart(): void
  /** Logs an error of the page. */
  pageFailed(error: { name: string; at: string }): void
}

/** Creates the handlers of requests about the app itself. */
export function createDesktopHandlers(
  dependencies: DesktopHandlerDependencies,
): HandlersOf<typeof desktopRequests> {
  const { settings, startAtLogin, navigation, diagnostics, about } = dependencies
  return {
    'appState:get': () => ok(dependencies.appState()),
    'settings:update': (part) => (settings.update(part), ok(null)),
    'view:update': ({ view }) => (dependencies.view.update(view ?? {}), ok(null)),
    'startAtLogin:get': () => ok(startAtLogin.get()),
    'startAtLogin:set': ({ on }) => ok(startAtLogin.set(on)),
    'keyring:retry': async () => (await dependencies.retryKeyring(), ok(null)),
    'app:restart': () => (dependencies.restart(), ok(null)),
    'page:failed': (error) => (dependencies.pageFailed(error), ok(null)),
    'navigation:take': () => ok(navigation.take()),
    'lostFiles:dismiss': () => (dependencies.lostFiles.dismiss(), ok(null)),
    'lostFiles:openFolder': () => dependencies.openDataFolder(),
    'diagnostics:copy': () => diagnostics.copy(),
    'diagnostics:openFolder': () => diagnostics.openFolder(),
    'version:copy': () => about.copyVersion(),
    'licenses:get': () => about.licenses(),
  }
}
