/** The languages of the app and of the service's `locale` field. */
export const LOCALES = ['en', 'pt-BR', 'es'] as const
/** One of the app's languages, as a BCP 47 tag. */
export type Locale = (typeof LOCALES)[number]

/** The choices of appearance; `system` follows the desktop. */
export const THEMES = ['system', 'light', 'dark'] as const
/** One choice of appearance. */
export type Theme = (typeof THEMES)[number]

/** How often a token without an end is renewed; one with an end is renewed in time, whatever is chosen here. */
export const RENEWAL_INTERVALS = ['never', 'daily', 'weekly'] as const
/** One choice of a rhythm. */
export type RenewalInterval = (typeof RENEWAL_INTERVALS)[number]

/** How often the shown list is checked while the window is in view. */
export const POLL_INTERVALS = ['10s', '30s', '1min', '5min'] as const
/** One choice of a pace. */
export type PollInterval = (typeof POLL_INTERVALS)[number]

/** What a person chose; kept between runs. `auto` follows the profile, and before sign-in the system. */
export interface Settings {
  theme: Theme
  language: 'auto' | Locale
  renewal: RenewalInterval
  pollInterval: PollInterval
  /** Whether the app goes on in the tray when its window is closed. */
  keepInTray: boolean
  /** Whether it does so where no tray was found, and only a new start brings it back. */
  keepWithoutTray: boolean
  /** Whether the system may be asked to show messages. */
  notifications: boolean
  /** The server address of the last sign-in as a base URL, or empty. */
  server: string
}

/** Whether the app starts when the person logs in to this computer, as the system tells it. */
export interface StartAtLogin {
  on: boolean
  /** False where nothing lasting could be started: the app was not installed, or the system has no such thing. */
  canChange: boolean
  /** It was turned on, and macOS waits for the person's approval. */
  needsApproval: boolean
}
