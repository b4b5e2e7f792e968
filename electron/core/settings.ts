import { INITIAL_SETTINGS } from '../shared/initial-settings.ts'
import type { Settings } from '../shared/settings.ts'
import type { JsonStore, Changed, Log } from './ports.ts'

/** The person's settings, stored in a file. */
export interface SettingsService {
  get(): Settings
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
