import type { SessionIdentity } from '../../../../electron/shared/session.ts'
import { isSameSession, type ApiSession } from '../../../../electron/domain/api-session.ts'
import type {
  RecordedSession,
  RecordReader,
  SessionRecord,
} from '../../../../electron/features/sessions/domain/record.ts'
import {
  updateRecord,
  type UpdatedRecord,
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
  alertsEnabled: true,
})

/** The record of a first list. */
export const beginRecord = (
  rows: readonly ApiSession[],
  facts: RecordFacts & { firstKey: number },
): UpdatedRecord =>
  updateRecord({ nextKey: facts.firstKey, sessions: [] }, rows, { ...facts, checkedAt: null })

/** Records in memory: tests let lists arrive, whose sessions get keys from `firstKey` on. */
export function fakeRecord(firstKey = 1) {
  const records = new Map<string, SessionRecord>()
  const sessionsOf = (accountId: string): readonly RecordedSession[] => records.get(accountId)?.sessions ?? []

  function find(accountId: string, session: SessionIdentity): RecordedSession | null {
    const known = sessionsOf(accountId).filter((each) => isSameSession(each, session))
    return known.find(({ endedAt }) => endedAt === null) ?? known.at(-1) ?? null
  }
  const reader: RecordReader = {
    find,
    isStored: () => true,
    byKey: (accountId, key) => sessionsOf(accountId).find((each) => each.key === key) ?? null,
  }

  return {
    ...reader,
    sessionsOf,
    /** A list of an account arrives at `at`, epoch ms by the service's clock. */
    list(accountId: string, fresh: readonly ApiSession[], at: number): void {
      const before = records.get(accountId)
      const facts = { ...factsAt(at), firstKey }
      records.set(accountId, before ? updateRecord(before, fresh, facts) : beginRecord(fresh, facts))
    },
    /** Changes what a person says of the sessions. */
    mark(accountId: string, change: (session: RecordedSession) => RecordedSession): void {
      const before = records.get(accountId)
      if (before) records.set(accountId, { ...before, sessions: before.sessions.map(change) })
    },
  }
}
