import { describe, expect, it } from 'vitest'
import { createEntry, type History } from '../../../../electron/features/activity/domain/history.ts'
import { createSessionHistory } from '../../../../electron/features/activity/session-history.ts'
import {
  createRecordedSession,
  type RecordedSession,
} from '../../../../electron/features/sessions/domain/record.ts'
import { historyOf, row } from './activity-harness.ts'

const [PHONE, TABLET] = [
  createRecordedSession(row(2, { name: 'Phone' }), 7, 3_000),
  createRecordedSession(row(3, { name: 'Tablet' }), 8, 1_000),
] as const

function read(part: Partial<History>, { now = 9_000_000, asked = 7 } = {}) {
  const history = historyOf({ since: 1_000, sessions: [PHONE, TABLET], ...part })
  const byKey = (_accountId: string, key: number): RecordedSession | null =>
    history.sessions.find((each) => each.key === key) ?? null
  const reader = createSessionHistory({ of: () => history, byKey }, () => now)
  return reader('a', asked)
}

describe('the history of one session', () => {
  it('has its entries only, newest first, also those of before a renewal', () => {
    const entries = [
      createEntry('newSignIn', 'elsewhere', 3_000, { ...PHONE, id: 1 }),
      createEntry('appeared', 'elsewhere', 3_000, TABLET),
      { ...createEntry('renewed', 'elsewhere', 5_000, PHONE), after: 4_000 },
      createEntry('passwordChanged', 'thisApp', 6_000),
    ]
    expect(read({ entries })).toEqual({
      signedInAt: 800_000,
      firstSeenAt: 3_000,
      isFromStart: false,
      formerNames: [],
      entries: [
        { at: 5_000, after: 4_000, type: 'renewed', actor: 'elsewhere' },
        { at: 3_000, type: 'newSignIn', actor: 'elsewhere' },
      ],
    })
  })

  it('has the names of before, without the placeholder of no name', () => {
    const named = (name: string) => createEntry('usedAgain', 'elsewhere', 4_000, { ...PHONE, name })
    expect(read({ entries: ['#2', 'Old phone', 'Phone', 'Old phone'].map(named) })).toMatchObject({
      formerNames: ['Old phone'],
    })
  })

  it('says that the first list had it, and no time that is to come', () => {
    expect(read({}, { asked: 8, now: 900 })).toMatchObject({
      signedInAt: 900,
      firstSeenAt: 900,
      isFromStart: true,
    })
  })

  it('is null for a session that is not listed', () => {
    const ended = { ...PHONE, endedAt: 5_000 }
    expect([read({ sessions: [ended] }), read({}, { asked: 2 })]).toEqual([null, null])
  })
})
