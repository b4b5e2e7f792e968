import type { ListNews } from './list-news.ts'
import type { Desk, EndOutcome } from './models.ts'

/** Every event that main sends to its windows, and its payload. */
export interface Events {
  'desk:changed': Desk
  'sessions:changed': ListNews
  'session:settled': { accountId: string; sessionId: number; name: string; outcome: EndOutcome }
  /** A link was opened; what it holds is a secret, and goes to the one window that asks for it. */
  'link:arrived': null
}

/** The name of an event's channel. */
export type EventName = keyof Events
