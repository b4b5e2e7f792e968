import type { Settings } from '../shared/settings.ts'
import type { JsonStore, Changed } from './ports.ts'

/** What a person chose. */
export interface SettingsService {
  get(): Settings
  /** Throws when they cannot be kept; then nothing has changed. */
  update(part: Partial<Settings>): void
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
  changed: Changed,
): SettingsService {
  let kept = { ...INITIAL_SETTINGS, ...store.read() }
  let shownServer = server
  return {
    get: () => (shownServer === null ? kept : { ...kept, server: shownServer }),
    update(part) {
      const next = { ...kept, ...part }
      store.write(next)
      kept = next
      if (part.server !== undefined) shownServer = null
      changed()
    },
  }
}
