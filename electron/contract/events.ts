import type { Desk, EndOutcome, SessionList } from './models.ts'

/** Every event that main sends to its windows, and its payload. */
export interface Events {
  'desk:changed': Desk
  'sessions:changed': SessionList
  'session:settled': { accountId: string; sessionId: number; name: string; outcome: EndOutcome }
  /** A link was opened; what it holds is a secret, and goes to the one window that asks for it. */
  'link:arrived': null
  'activity:changed': { accountId: string }
}

/** The name of an event's channel. */
export type EventName = keyof Events
