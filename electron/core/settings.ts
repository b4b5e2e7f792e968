import { INITIAL_SETTINGS, SETTING_NAMES } from '../shared/initial-settings.ts'
import { SETTINGS, type SettingName, type SettingReader, type Settings } from '../shared/settings.ts'
import type { JsonStore, Changed, Log } from './ports.ts'

/** The settings of a reader: a function each, which returns its present value. */
type SettingsOf<R extends SettingReader> = {
  [N in SettingName as (typeof SETTINGS)[N]['reader'] extends R ? N : never]: () => Settings[N]
}

/** Proves that a reader has taken all of its settings: what is left of them has none. */
export const allRead = (_left: Record<string, never>): void => undefined

/** The person's settings, stored in a file. */
export interface SettingsService {
  get(): Settings
  /** The settings that a part of the app reads. It takes each by name, and passes the rest to `allRead`. */
  of<R extends SettingReader>(reader: R): SettingsOf<R>
  /** Changes settings. Throws if the disk refuses; they are then unchanged. */
  update(part: Partial<Settings>): void
  /**
   * Stores the server address of a sign-in for the next one. Does not throw: if the disk refuses, it logs a warning.
   */
  rememberServer(baseUrl: string): void
}

/**
 * Creates the settings over their file. The `server` of the command line replaces the stored one until a server is
 * stored.
 */
export function createSettings(
  store: JsonStore<Settings>,
  server: string | null,
  log: Log,
  changed: Changed,
): SettingsService {
  let stored = { ...INITIAL_SETTINGS, ...store.read() }
  let serverSwitch = server
  function update(part: Partial<Settings>): void {
    const next = { ...stored, ...part }
    store.write(next)
    stored = next
    if (part.server !== undefined) serverSwitch = null
    changed()
  }

  return {
    get: () => (serverSwitch === null ? stored : { ...stored, server: serverSwitch }),
    of<R extends SettingReader>(reader: R) {
      const names = SETTING_NAMES.filter((name) => SETTINGS[name].reader === reader)
      return Object.fromEntries(names.map((name) => [name, () => stored[name]])) as SettingsOf<R>
    },
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
