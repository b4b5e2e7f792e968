import type { EndsUpdate, SettledEnd } from './ends.ts'
import type { ReviewUpdate } from './review.ts'
import type { SessionListUpdate } from './session-list-update.ts'
import type { AppState } from './app-state.ts'

/** Every event that main sends to its windows, with its payload. */
export interface Events {
  'appState:changed': AppState
  'sessions:changed': SessionListUpdate
  'session:revoked': SettledEnd
  /** Ends were asked for, progressed or were forgotten; while many are sent, at most about ten times a second. */
  'ends:changed': EndsUpdate
  /** The app received a recovery link. Its content is secret; the window fetches it with `deepLink:take`. */
  'deepLink:received': null
  /** The tray or a notification opens a page; the window fetches it with `navigation:take`. */
  'navigation:requested': null
  'review:changed': ReviewUpdate
  'activity:changed': { accountId: string }
}

/** The name of an event's channel. */
export type EventName = keyof Events
