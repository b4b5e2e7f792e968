import type { Language } from './languages.ts'

/** The choices of appearance; `system` follows the desktop. */
export const THEMES = ['system', 'light', 'dark'] as const
/** One choice of appearance. */
export type Theme = (typeof THEMES)[number]

/** How often a token without an expiry is renewed; a token with an expiry is always renewed in time. */
export const RENEWAL_INTERVALS = ['never', 'daily', 'weekly'] as const
/** One renewal interval. */
export type RenewalInterval = (typeof RENEWAL_INTERVALS)[number]

/** How often the list of the active account is checked while the window is visible. */
export const POLL_INTERVALS = ['10s', '30s', '1min', '5min'] as const
/** One polling interval. */
export type PollInterval = (typeof POLL_INTERVALS)[number]

/** A person's settings, stored between runs. Language `auto`: that of the profile, and before sign-in the system's. */
export interface Settings {
  theme: Theme
  language: 'auto' | Language
  renewal: RenewalInterval
  pollInterval: PollInterval
  /** Whether the app keeps running in the tray when its window is closed. */
  keepInTray: boolean
  /** Whether it also keeps running without a tray; only starting the app again then opens the window. */
  keepWithoutTray: boolean
  /** Whether the app shows system notifications. */
  notifications: boolean
  /** The base URL of the last sign-in, or empty. */
  server: string
}

/** Whether the app starts when the person logs in to this computer, according to the system. */
export interface StartAtLogin {
  on: boolean
  /** False where the app cannot register itself: it is not installed, or the system has no login items. */
  canChange: boolean
  /** Whether macOS waits for the person's approval. */
  needsApproval: boolean
}
