import { describe, expect, it } from 'vitest'
import { historySchema, reviewsSchema } from '../../electron/core/file-schemas.ts'
import { itemsOf } from '../../electron/features/review/domain/review.ts'
import { factsOf, type ApiSession } from '../../electron/domain/api-session.ts'
import type { SessionRecord } from '../../electron/features/sessions/domain/record.ts'
import { updateRecord } from '../../electron/features/sessions/domain/update-record.ts'
import { apiSession, CHANGED_FACTS, deviceSession } from '../support/builders.ts'
import { historyOf } from './features/activity/activity-harness.ts'
import { beginRecord, factsAt } from './features/sessions/record-harness.ts'

const AT = 1_800_000_000_000
const HEAD = { startedAt: AT, finishedAt: AT, version: '1.2.3' }

const listed = ({ sessions }: SessionRecord): ApiSession[] =>
  sessions.filter(({ endedAt }) => endedAt === null).map(factsOf)

describe.each(CHANGED_FACTS)('what a service says of the %s of a session', (fact, change) => {
  it('is in the record, at first and when it changes, and in its file', () => {
    const facts = factsAt(AT)
    const first = beginRecord([apiSession(change)], facts)
    expect(listed(first)).toEqual([apiSession(change)])
    // Service fields alone change nothing that is stored.
    const changed = apiSession(fact === 'serviceFields' ? { ...change, lastUsedAt: AT } : change)
    const next = updateRecord(beginRecord([apiSession()], facts), [changed], facts)
    expect(listed(next)).toEqual([changed])
    const history = historyOf({ sessions: first.sessions })
    expect(historySchema.parse(history)).toEqual(history)
  })

  it('is in a review and its file', () => {
    const items = itemsOf({ startedAt: AT, since: AT, notMine: [] }, [deviceSession(change)], () => null)
    expect(items).toMatchObject([apiSession(change)])
    const rows = items.map(({ earlier: _, outcome: _outcome, ...row }) => row)
    const file = { open: null, finished: [{ ...HEAD, items: rows }], days: null, notifiedFor: null }
    expect(reviewsSchema.parse(file)).toEqual(file)
  })
})
