import { describe, expect, it } from 'vitest'
import { countsOf, needsAttention, sumOf } from '../../../../renderer/features/sessions/all-accounts.ts'
import { session } from '../../fake-bridge.ts'

const DAY_MS = 86_400_000
const NOW = 1_000 * DAY_MS

describe('the counts of an account', () => {
  it('are its sessions, the new ones and those unused for 90 days, without this device', () => {
    const sessions = [
      session(1, 'Here', { isCurrent: true, lastUsedAt: NOW - 200 * DAY_MS }),
      session(2, 'New', { isNew: true, lastUsedAt: NOW - DAY_MS }),
      session(3, 'Old', { lastUsedAt: NOW - 90 * DAY_MS }),
      session(4, 'Never', { lastUsedAt: null, createdAt: NOW - 91 * DAY_MS }),
      session(5, 'Younger', { lastUsedAt: NOW - 90 * DAY_MS + 1 }),
    ]
    expect(countsOf(sessions, NOW)).toEqual({ sessions: 5, isNew: 1, unused: 2 })
  })

  it('are added up over the accounts that are included', () => {
    const [a, b] = [5, 7].map((sessions) => ({ sessions, isNew: 1, unused: 2 }))
    const sum = sumOf([{ counts: a! }, { counts: null }, { counts: b! }])
    expect(sum).toEqual({ sessions: 12, isNew: 2, unused: 4 })
  })
})

describe('an account', () => {
  it.each([
    ['needs attention', true, [null, { kind: 'offline' }, { kind: 'limited', retryAt: 1 }]],
    ['needs none', false, [{ kind: 'fresh' }, { kind: 'loading' }]],
  ] as const)('%s when it is signed out or its list may be out of date', (_what, expected, states) => {
    expect(states.map((state) => needsAttention({ state }))).toEqual(states.map(() => expected))
  })
})
