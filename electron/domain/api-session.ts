import { pick } from '../shared/fields.ts'
import type { SessionIdentity } from '../shared/session.ts'
import { sessionFactsSchema, type SessionFacts } from '../shared/session-facts.ts'

/** A session as the service lists it; times are epoch ms by the service's clock. */
export interface ApiSession extends SessionFacts {
  /** The service's own label, sanitized to one line: a raw user agent, or a device name that a person chose. */
  name: string
}

const FACTS = sessionFactsSchema.keyof().options

/** Returns the facts of a session that has more fields. */
export function factsOf(session: SessionFacts): SessionFacts {
  return pick(session, FACTS)
}

/** Whether two identities are of the same session. An unknown `createdAt` matches every other. */
export function isSameSession(a: SessionIdentity, b: SessionIdentity): boolean {
  return a.id === b.id && (a.createdAt === null || b.createdAt === null || a.createdAt === b.createdAt)
}
