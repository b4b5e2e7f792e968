import type { SessionIdentity } from '../../../../electron/shared/session.ts'
import { isSameSession, type ApiSession } from '../../../../electron/domain/api-session.ts'
import type {
  RecordedSession,
  RecordReader,
  SessionRecord,
} from '../../../../electron/features/sessions/domain/record.ts'
import {
  beginRecord,
  updateRecord,
  type RecordFacts,
} from '../../../../electron/features/sessions/domain/update-record.ts'

/** Facts of a list that arrives at `at`, about sessions that this app neither created nor ended. */
export const factsAt = (at: number): RecordFacts & { firstKey: number } => ({
  at,
  firstKey: 1,
  checkedAt: null,
  byWhom: () => 'elsewhere',
  isOurs: () => false,
  isOrphan: () => false,
  keyOf: (raw) => raw,
  names: [],
  customNames: [],
  alertsEnabled: true,
})

/** Records in memory: tests let lists arrive, or set the sessions of an account. Their keys begin with `firstKey`. */
export function fakeRecord(firstKey = 1) {
  const records = new Map<string, SessionRecord & { since: number }>()
  const sessionsOf = (accountId: string): readonly RecordedSession[] => records.get(accountId)?.sessions ?? []

  function find(accountId: string, session: SessionIdentity): RecordedSession | null {
    const known = sessionsOf(accountId).filter((each) => isSameSession(each, session))
    return known.find(({ endedAt }) => endedAt === null) ?? known.at(-1) ?? null
  }
  const reader: RecordReader = {
    find,
    byKey: (accountId, key) => sessionsOf(accountId).find((each) => each.key === key) ?? null,
  }

  return {
    ...reader,
    of: (accountId: string) => records.get(accountId) ?? null,
    /** A list of an account arrives at `at`, epoch ms by the service's clock. */
    list(accountId: string, fresh: readonly ApiSession[], at: number): void {
      const before = records.get(accountId)
      const facts = { ...factsAt(at), firstKey }
      const next = before ? updateRecord(before, fresh, facts) : beginRecord(fresh, facts)
      records.set(accountId, { ...next, since: before?.since ?? at })
    },
    set: (accountId: string, sessions: readonly RecordedSession[]) =>
      void records.set(accountId, { nextKey: 1_000, since: 0, sessions }),
  }
}
