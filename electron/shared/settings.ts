import { LANGUAGES } from './languages.ts'

/** A setting that has one of a few values. */
export interface Choice<Value extends string = string> {
  choices: readonly Value[]
  default: Value
}

/** One row of the table of settings; `default` is the value at the first start. */
export type Setting = Choice | { default: boolean }

/**
 * The settings that a person chooses, in the order of the Settings page. The types, the schemas, the defaults, the page and the
 * diagnostics come from this table, and the texts from `settings.NAME` in the locales.
 */
export const SETTINGS = {
  /** `system` follows the desktop. */
  theme: { choices: ['system', 'light', 'dark'], default: 'system' },
  /** `auto`: the language of the profile, and before sign-in the system's. */
  language: { choices: ['auto', ...LANGUAGES], default: 'auto' },
  /** Whether the app keeps running in the tray when its window is closed. */
  keepInTray: { default: true },
  /** Whether it also keeps running without a tray; only starting the app again then opens the window. */
  keepWithoutTray: { default: false },
  /** Whether the app shows system notifications. */
  notifications: { default: true },
  /** How often the list of the active account is checked while the window is visible. */
  pollInterval: { choices: ['10s', '30s', '1min', '5min'], default: '10s' },
  /** How often a token without an expiry is renewed; a token with an expiry is always renewed in time. */
  renewal: { choices: ['never', 'daily', 'weekly'], default: 'never' },
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
