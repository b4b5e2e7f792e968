import type { Settings } from '../contract/models.ts'
import type { Cabinet, Changed } from './ports.ts'

/** What a person chose. */
export interface SettingsService {
  get(): Settings
  update(part: Partial<Settings>): void
}

/** The settings of a first start. */
export const FIRST_SETTINGS: Settings = { theme: 'system', language: 'auto', server: '' }

/** Makes the settings over their file; a switch of the command line may stand in for the remembered server. */
export function createSettings(
  cabinet: Cabinet<Settings>,
  server: string | null,
  changed: Changed,
): SettingsService {
  let settings = { ...FIRST_SETTINGS, ...cabinet.read(), ...(server === null ? {} : { server }) }
  return {
    get: () => settings,
    update(part) {
      settings = { ...settings, ...part }
      cabinet.write(settings)
      changed()
    },
  }
}
