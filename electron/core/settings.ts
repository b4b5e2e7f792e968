import type { Settings } from '../shared/settings.ts'
import type { JsonStore, Changed, Log } from './ports.ts'

/** What a person chose. */
export interface SettingsService {
  get(): Settings
  /** Throws when they cannot be kept; then nothing has changed. */
  update(part: Partial<Settings>): void
  /** Keeps the server address of a sign-in for the next one; a disk that refuses is logged, and the sign-in goes on. */
  rememberServer(baseUrl: string): void
}

/** The settings of a first start. */
export const INITIAL_SETTINGS: Settings = {
  theme: 'system',
  language: 'auto',
  renewal: 'never',
  pollInterval: '10s',
  keepInTray: true,
  keepWithoutTray: false,
  notifications: true,
  server: '',
}

/**
 * Makes the settings over their file. A server given on the command line is shown instead of the remembered one, which
 * it replaces only when somebody signs in there.
 */
export function createSettings(
  store: JsonStore<Settings>,
  server: string | null,
  log: Log,
  changed: Changed,
): SettingsService {
  let kept = { ...INITIAL_SETTINGS, ...store.read() }
  let shownServer = server
  function update(part: Partial<Settings>): void {
    const next = { ...kept, ...part }
    store.write(next)
    kept = next
    if (part.server !== undefined) shownServer = null
    changed()
  }

  return {
    get: () => (shownServer === null ? kept : { ...kept, server: shownServer }),
    update,
    rememberServer(baseUrl) {
      try {
        update({ server: baseUrl })
      } catch {
        log.warn('settings.notSaved')
      }
    },
  }
}
