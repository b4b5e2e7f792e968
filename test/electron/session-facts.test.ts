import { describe, expect, it } from 'vitest'
import { historySchema, reviewsSchema } from '../../electron/core/file-schemas.ts'
import { startReview } from '../../electron/features/review/domain/review.ts'
import { listedIn } from '../../electron/features/sessions/domain/record.ts'
import { beginRecord, updateRecord } from '../../electron/features/sessions/domain/update-record.ts'
import { apiSession, CHANGED_FACTS, deviceSession } from '../support/builders.ts'
import { historyOf } from './features/activity/activity-harness.ts'
import { factsAt } from './features/sessions/record-harness.ts'

const AT = 1_800_000_000_000
const HEAD = { startedAt: AT, server: 'https://chat.example/api/v1', version: '1.2.3' }

describe.each(CHANGED_FACTS)('what a service says of the %s of a session', (_fact, change) => {
  it('is in the record, at first and when it changes, and in its file', () => {
    const facts = factsAt(AT)
    const first = beginRecord([apiSession(change)], facts)
    expect(listedIn(first)).toEqual([apiSession(change)])
    const next = updateRecord(beginRecord([apiSession()], facts), [apiSession(change)], facts)
    expect(listedIn(next)).toEqual([apiSession(change)])
    const history = historyOf({ sessions: first.sessions })
    expect(historySchema.parse(history)).toEqual(history)
  })

  it('is in a review and its file', () => {
    const listed = [deviceSession(change)]
    const review = startReview(listed, HEAD, null)
    const file = { open: review, last: null, days: null, notifiedFor: null }
    expect(review.items).toMatchObject([apiSession(change)])
    expect(reviewsSchema.parse(file)).toEqual(file)
  })
})
