import { SETTINGS, type SettingName, type Settings } from './settings.ts'

// A file of its own: main's window, which loads before the services, needs neither.

/** The names of all settings of the table, in its order. */
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]

type Defaults = { [Name in SettingName]: (typeof SETTINGS)[Name]['default'] }

/** The settings of a first start. A default that is none of the choices does not compile. */
export const INITIAL_SETTINGS: Settings = {
  ...(Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[name].default])) as Defaults),
  server: '',
}
