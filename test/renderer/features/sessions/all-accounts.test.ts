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
    const [a, b] = [
      { sessions: 5, isNew: 1, unused: 2 },
      { sessions: 7, isNew: 0, unused: 3 },
    ]
    expect(sumOf([{ counts: a }, { counts: null }, { counts: b }])).toEqual({
      sessions: 12,
      isNew: 1,
      unused: 5,
    })
  })
})

describe('an account needs attention', () => {
  it('when it is signed out, or its list may be out of date', () => {
    expect(needsAttention({ state: null })).toBe(true)
    expect(needsAttention({ state: { kind: 'offline' } })).toBe(true)
    expect(needsAttention({ state: { kind: 'limited', retryAt: 1 } })).toBe(true)
    expect(needsAttention({ state: { kind: 'fresh' } })).toBe(false)
    expect(needsAttention({ state: { kind: 'loading' } })).toBe(false)
  })
})
