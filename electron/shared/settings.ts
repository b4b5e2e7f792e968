import { LANGUAGES } from './languages.ts'

/** A setting that has one of a few values. */
export interface Choice<Value extends string = string> {
  choices: readonly Value[]
  default: Value
}

/** The sections of the Settings page, in their order, with the key of their title. */
export const SETTING_SECTIONS = {
  theme: 'settings.theme.label',
  language: 'settings.language.label',
  background: 'settings.background',
  pollInterval: 'settings.pollInterval.label',
  renewal: 'settings.renewal.label',
}

/** The part of main that reads a setting: it gets all of its own, and does not compile until it reads each of them. */
export type SettingReader = 'app' | 'desktop' | 'lists' | 'tokens'

/** One row of the table of settings; `default` is the value at the first start. */
export type Setting = (Choice | { default: boolean }) & {
  section: keyof typeof SETTING_SECTIONS
  reader: SettingReader
}

/**
 * The settings that a person chooses, in the order of their sections. The types, the schemas, the defaults, the page and the
 * diagnostics come from this table, and the texts from `settings.NAME` in the locales.
 */
export const SETTINGS = {
  /** `system` follows the desktop. */
  theme: { choices: ['system', 'light', 'dark'], default: 'system', section: 'theme', reader: 'app' },
  /** `auto`: the language of the profile, and before sign-in the system's. */
  language: { choices: ['auto', ...LANGUAGES], default: 'auto', section: 'language', reader: 'app' },
  /** Whether the app keeps running in the tray when its window is closed. */
  keepInTray: { default: true, section: 'background', reader: 'desktop' },
  /** Whether it also keeps running without a tray; only starting the app again then opens the window. */
  keepWithoutTray: { default: false, section: 'background', reader: 'desktop' },
  /** Whether the app shows system notifications. */
  notifications: { default: true, section: 'background', reader: 'desktop' },
  /** How often the list of the active account is checked while the window is visible. */
  pollInterval: {
    choices: ['10s', '30s', '1min', '5min'],
    default: '10s',
    section: 'pollInterval',
    reader: 'lists',
  },
  /** How often a token without an expiry is renewed; a token with an expiry is always renewed in time. */
  renewal: { choices: ['never', 'daily', 'weekly'], default: 'never', section: 'renewal', reader: 'tokens' },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS

type ValueOf<S extends Setting> = S extends { choices: readonly (infer Value)[] } ? Value : boolean

/** The value of each setting that a person chooses. */
export type ChosenSettings = { [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> }

/** A person's settings, stored between runs. */
export interface Settings extends ChosenSettings {
  /** The base URL of the last sign-in, or empty. */
  server: string
}

/** Returns `value` if it is one of the choices, otherwise the default. */
export function parseChoice<Value extends string>(setting: Choice<Value>, value: unknown): Value {
  return setting.choices.find((choice) => choice === value) ?? setting.default
}

export type Theme = Settings['theme']
export type RenewalInterval = Settings['renewal']
export type PollInterval = Settings['pollInterval']

/** Whether the app starts when the person logs in to this computer, according to the system. */
export interface StartAtLogin {
  on: boolean
  /** False where the app cannot register itself: it is not installed, or the system has no login items. */
  canChange: boolean
  /** Whether macOS waits for the person's approval. */
  needsApproval: boolean
}
