import fc from 'fast-check'
import type { ObservedSession } from '../../electron/shared/activity.ts'
import { END_STATES, type BatchView } from '../../electron/shared/ends.ts'
import type { ReviewItem } from '../../electron/shared/review.ts'
import type { DeviceSession } from '../../electron/shared/session.ts'
import type { SessionFacts } from '../../electron/shared/session-facts.ts'
import type { ApiSession } from '../../electron/domain/api-session.ts'

/** A session as a service lists it: never used, of an unknown age, and not this device. */
export function apiSession(over: Partial<ApiSession> = {}): ApiSession {
  const { id = 1 } = over
  return { id, name: `Device ${id}`, lastUsedAt: null, createdAt: null, isCurrent: false, ...over }
}

/** Any session with these facts; the others are those of `apiSession()`. */
export function anyApiSession(
  facts: Partial<{ [K in keyof ApiSession]: fc.Arbitrary<ApiSession[K]> }>,
): fc.Arbitrary<ApiSession> {
  return fc.record(facts).map((part) => apiSession(part))
}

/** The key that a builder gives to a session; no id is one. */
export const keyOf = ({ id }: Pick<ApiSession, 'id'>): number => 1_000 + id

/** A session as the window shows it, of an unknown device, with its raw name. */
export function deviceSession(over: Partial<DeviceSession> = {}): DeviceSession {
  const session = apiSession(over)
  return {
    ...session,
    key: keyOf(session),
    serviceName: session.name,
    app: null,
    appVersion: null,
    platform: null,
    platformVersion: null,
    model: null,
    kind: 'unknown',
    alias: null,
    note: null,
    firstSeenAt: null,
    isNew: false,
    mark: null,
    isKept: false,
    ...over,
  }
}

/** A listed session as the history shows it. */
export function observedSession(over: Partial<ObservedSession> = {}): ObservedSession {
  return {
    ...apiSession(over),
    key: keyOf({ id: over.id ?? 1 }),
    firstSeenAt: 0,
    endedAt: null,
    endedBy: null,
    ...over,
  }
}

/** A listed session in a review, without a decision. */
export function reviewItem(over: Partial<ReviewItem> = {}): ReviewItem {
  const session = apiSession(over)
  return {
    ...session,
    key: keyOf(session),
    serviceName: session.name,
    decided: null,
    hasArrived: false,
    earlier: null,
    outcome: null,
    ...over,
  }
}

/** Facts that all differ from those of `apiSession()`. A test of each lets no fact be forgotten where it should appear. */
const OTHER_FACTS: Required<SessionFacts> = {
  id: 99,
  name: 'Renamed',
  lastUsedAt: 1_700_000_000_000,
  createdAt: 1_600_000_000_000,
  isCurrent: true,
  serviceFields: { ip: '203.0.113.7' },
}

/** Each fact of a session with another value than in `apiSession()`. */
export const CHANGED_FACTS = Object.entries(OTHER_FACTS).map(
  ([fact, value]) => [fact as keyof SessionFacts, { [fact]: value }] as const,
)

/** The counts of a batch with this number of ends in each state; none where nothing is said. */
export function endCounts(some: Partial<BatchView['counts']> = {}): BatchView['counts'] {
  return { ...(Object.fromEntries(END_STATES.map((state) => [state, 0])) as BatchView['counts']), ...some }
}
