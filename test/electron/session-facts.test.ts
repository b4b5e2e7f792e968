import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseSessions } from '../../electron/api/parse-responses.ts'
import { historySchema, reviewsSchema } from '../../electron/core/file-schemas.ts'
import { createActivityView } from '../../electron/features/activity/activity-view.ts'
import { followRecord } from '../../electron/features/review/domain/follow-record.ts'
import { startReview } from '../../electron/features/review/domain/review.ts'
import { listedIn } from '../../electron/features/sessions/domain/record.ts'
import { beginRecord, updateRecord } from '../../electron/features/sessions/domain/update-record.ts'
import type { SessionFacts } from '../../electron/shared/session-facts.ts'
import { createCore, userByEmail } from '../service/core.ts'
import { serializeSession } from '../service/responses.ts'
import { addSessions } from '../service/seed.ts'
import { activeSessions } from '../service/sessions.ts'
import { createTestState } from '../service/test-state.ts'
import { apiSession, CHANGED_FACTS, deviceSession } from '../support/builders.ts'
import { projectRoot } from '../support/project-root.ts'
import { historyOf } from './features/activity/activity-harness.ts'
import { recordOf } from './features/review/review-harness.ts'
import { factsAt } from './features/sessions/record-harness.ts'

const AT = 1_800_000_000_000
const HEAD = { startedAt: AT, server: 'https://chat.example/api/v1', version: '1.2.3' }
const facts = factsAt(AT)

/** The words for the facts in what SECURITY.md says of the files; null: that one needs no word. */
const STORED_AS: Record<keyof SessionFacts, string | null> = {
  id: 'ids',
  name: 'names',
  lastUsedAt: 'times',
  createdAt: 'times',
  isCurrent: null,
}

describe.each(CHANGED_FACTS)('what a service says of the %s of a session', (_fact, change) => {
  it('is in the record, at first and when it changes', () => {
    const first = beginRecord([apiSession(change)], facts)
    expect(listedIn(first)).toEqual([apiSession(change)])
    const next = updateRecord(beginRecord([apiSession()], facts), [apiSession(change)], facts)
    expect(listedIn(next)).toEqual([apiSession(change)])
  })

  it('is in the file of the history, and on its page', () => {
    const { sessions } = beginRecord([apiSession(change)], facts)
    const history = historyOf({ sessions })
    expect(historySchema.parse(history)).toEqual(history)
    const activity = createActivityView({
      history: { of: () => history, sessionOf: () => null },
      now: () => AT,
      isLoaded: () => true,
      nameOf: (_accountId, { name }) => name,
    })
    expect(activity('a', []).sessions).toMatchObject([apiSession(change)])
  })

  it('is in a review and its file, at first and when it changes', () => {
    const [before, after] = [[deviceSession()], [deviceSession(change)]]
    const record = recordOf(before)
    const review = startReview(after, HEAD, null, record.keyOf)
    const file = { open: review, last: null, days: null, notifiedFor: null }
    expect(review.items).toMatchObject([apiSession(change)])
    expect(reviewsSchema.parse(file)).toEqual(file)
    const open = startReview(before, HEAD, null, record.keyOf)
    record.list(after)
    expect(followRecord(open, after, record).review.items.at(-1)).toMatchObject(apiSession(change))
  })
})

describe('the facts of a session', () => {
  it('have several values each in the list of the practice service', async () => {
    const email = 'ana@example.com'
    const core = createCore({ scryptCost: 16 })
    const state = createTestState(core)
    await state.addUser({ email, password: 'correct horse' })
    addSessions(state, email, 12)
    const rows = activeSessions(core, userByEmail(core, email)!)
    const sessions = rows.map((row) => serializeSession(core, row, rows[0]!))
    const read = parseSessions({
      ...{ status: 200, text: '', json: { data: { sessions } }, retryAfter: null },
      ...{ receivedAt: state.now(), date: null, skew: 0 },
    })
    const listed = read.ok ? read.value : []
    const single = CHANGED_FACTS.map(([fact]) => fact).filter(
      (fact) => new Set(listed.map((session) => session[fact])).size < 2,
    )
    expect(single).toEqual([])
  })

  it.each(['history', 'reviews'])('are named in SECURITY.md where it tells of the %s', (file) => {
    const page = readFileSync(join(projectRoot(), 'SECURITY.md'), 'utf8')
    const named = new RegExp(`^- \\*\\*${file}\\*\\*: (.*?) of (?:the )?sessions`, 'ms').exec(page)?.[1]
    const words = Object.values(STORED_AS).filter((word) => word !== null)
    expect(words.filter((word) => !named?.includes(word))).toEqual([])
  })
})
