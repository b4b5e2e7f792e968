import { describe, expect, it } from 'vitest'
import { listOf } from '../../../electron/contract/list-news.ts'
import type { SessionList } from '../../../electron/contract/session-list.ts'
import { createListSerializer } from '../../../electron/services/list-news.ts'
import { plainly } from './lists-harness.ts'

const rows = (...ids: number[]): SessionList['sessions'] =>
  ids.map((id) =>
    plainly({ id, name: `Device ${id}`, lastUsedAt: null, createdAt: null, isCurrent: id === 1 }),
  )
const list = (sessions: SessionList['sessions'], over: Partial<SessionList> = {}): SessionList => ({
  accountId: 'a',
  sessions,
  checkedAt: 1,
  skew: 0,
  checking: false,
  failure: null,
  ends: [],
  leftBehind: null,
  ...over,
})

describe('news of a list', () => {
  it('have the rows only when they changed, and all the rest always', () => {
    const news = createListSerializer()
    const first = list(rows(1, 2))
    const told = news.next(first)
    expect(listOf(told, null)).toEqual(first)
    const checking = news.next({ ...first, checking: true })
    expect(checking).toMatchObject({ rows: null, checking: true, edition: told.edition })
    expect(listOf(checking, first.sessions)).toEqual({ ...first, checking: true })
    expect(news.next(list(rows(1, 2), { checkedAt: 2 }))).toMatchObject({ rows: null, edition: told.edition })
    const third = news.next(list(rows(1)))
    expect(third.edition).toBeGreaterThan(told.edition)
    expect(listOf(third, first.sessions).sessions).toEqual(rows(1))
  })

  it('are whole for a window that knows nothing, of the same edition', () => {
    const news = createListSerializer()
    const first = list(rows(1, 2))
    const { edition } = news.next(first)
    const whole = news.whole(first)
    expect(whole.edition).toBe(edition)
    expect(listOf(whole, null)).toEqual(first)
    expect(listOf(news.whole(list(null)), rows(1)).sessions).toBeNull()
  })

  it('never count two states of an account as the same edition', () => {
    const news = createListSerializer()
    const numbers = [rows(1), null, rows(1), rows(2)].map((sessions) => news.next(list(sessions)).edition)
    expect(new Set(numbers).size).toBe(4)
    expect(news.next(list(rows(2), { accountId: 'b' })).edition).not.toBe(numbers[3])
  })
})
