import { describe, expect, it } from 'vitest'
import { repairHistory, repairLedger } from '../../../electron/core/file-repairs.ts'
import { historyOf } from '../features/activity/activity-harness.ts'

const entry = {
  at: 70,
  type: 'itWasMe' as const,
  actor: 'thisApp' as const,
  sessionId: 1,
  name: 'x',
  number: 1,
  key: 8,
}

describe('what is left of a history', () => {
  it('begins with its first entry, gives no key twice, and has no last check', () => {
    const repaired = repairHistory({
      ...historyOf({ entries: [entry] }),
      since: 0,
      checkedAt: 90,
      sessions: [],
    })
    expect(repaired).toMatchObject({ since: 70, checkedAt: null, nextKey: 9, entries: [entry] })
  })

  it('keeps its beginning', () => {
    expect(repairHistory({ ...historyOf({ entries: [entry] }), since: 50, sessions: [] })).toMatchObject({
      since: 50,
    })
  })

  it('is nothing without an entry or a session', () => {
    expect(repairHistory({ ...historyOf(), sessions: [] })).toBeNull()
  })
})

describe('what is left of a ledger', () => {
  const batch = { number: 3, cause: 'many', askedAt: 10, since: 20, phase: 'going', asks: null } as const
  const end = (id: number, ...intents: number[]) => {
    return { key: 1_000 + id, id, createdAt: null, name: 'Phone', state: { is: 'waiting' } as const, intents }
  }

  it('asks about ends whose batch is lost, before anything is sent', () => {
    const repaired = repairLedger({ nextNumber: 1, batches: [batch], ends: [end(1, 3), end(2, 5)] })
    expect(repaired.ends).toEqual([end(1, 3), end(2, 5)])
    expect(repaired.batches).toEqual([batch, { ...batch, number: 5, phase: 'asking', asks: 'restarted' }])
    expect(repaired.nextNumber).toBe(6)
  })

  it('has no batch without ends, and no end that nobody asked for', () => {
    const repaired = repairLedger({ nextNumber: 4, batches: [batch], ends: [end(1)] })
    expect(repaired).toEqual({ nextNumber: 4, batches: [], ends: [] })
  })
})
