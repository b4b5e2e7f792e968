import type { LastUse } from '../../shared/last-use.ts'
import type { SessionIdentity } from '../../shared/session.ts'

/** A session as the service lists it; times are epoch ms by the service's clock. */
export interface ApiSession {
  id: number
  /** The service's own label, sanitized to one line: a raw user agent, or a device name that a person chose. */
  name: string
  lastUsedAt: LastUse
  createdAt: number | null
  isCurrent: boolean
}

/** Whether two identities are of the same session. An unknown `createdAt` matches every other. */
export function isSameSession(a: SessionIdentity, b: SessionIdentity): boolean {
  return a.id === b.id && (a.createdAt === null || b.createdAt === null || a.createdAt === b.createdAt)
}
