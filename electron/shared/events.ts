import type { RevocationUpdate, RevocationOutcome } from './bulk-revocation.ts'
import type { SessionListUpdate } from './session-list-update.ts'
import type { AppState } from './app-state.ts'

/** Every event that main sends to its windows, and its payload. */
export interface Events {
  'appState:changed': AppState
  'sessions:changed': SessionListUpdate
  'session:revoked': {
    accountId: string
    sessionId: number
    createdAt: number | null
    name: string
    outcome: RevocationOutcome
  }
  /** How the end of many goes: told at most about ten times a second. */
  'revocation:changed': RevocationUpdate
  /** A link was opened; what it holds is a secret, and goes to the one window that asks for it. */
  'deepLink:received': null
  /** Something outside the window leads to a page of it, which is there to be taken. */
  'navigation:requested': null
  'activity:changed': { accountId: string }
}

/** The name of an event's channel. */
export type EventName = keyof Events
