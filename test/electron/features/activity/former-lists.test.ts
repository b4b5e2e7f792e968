import { expect, it } from 'vitest'
import {
  withFormerLists,
  type FormerList,
  type History,
} from '../../../../electron/features/activity/index.ts'
import { fakeAccountFiles } from '../../fakes.ts'
import { sessionOf } from '../revocation/lists-harness.ts'

const list: FormerList = {
  checkedAt: 1_000_000,
  skew: 500,
  sessions: [
    sessionOf(1, { name: 'Firefox/1', createdAt: 1, isCurrent: true }),
    sessionOf(2, { name: 'Firefox/2', createdAt: 2 }),
  ],
}

function setUp() {
  const [histories, lists] = [fakeAccountFiles<History>(), fakeAccountFiles<FormerList>()]
  const files = withFormerLists(histories, lists, (raw) => raw.replace(/\/.*/, ''))
  return { histories, lists, files }
}

it('an account without a history has the one that its former list begins, again and again the same', () => {
  const { lists, files } = setUp()
  lists.write('a1', list)
  const all = files.read()
  expect(Object.keys(all)).toEqual(['a1'])
  expect(all['a1']).toMatchObject({ since: 1_000_500, checkedAt: 1_000_500, nextKey: 1_000_502, entries: [] })
  expect(all['a1']?.sessions).toMatchObject([
    { id: 1, key: 1_000_500, number: 1, isCurrent: true, alert: 'none', endedAt: null },
    { id: 2, key: 1_000_501, number: 2, isCurrent: false, alert: 'none', endedAt: null },
  ])
  expect(files.read()).toEqual(all)
})

it('a former list stays until the history of its account is on disk, never replaces one, and is deleted once', () => {
  const { histories, lists, files } = setUp()
  const own: History = { since: 1, checkedAt: 2, viewedAt: null, nextKey: 1, sessions: [], entries: [] }
  lists.write('a1', list)
  histories.write('a1', own)
  expect(files.read()).toEqual({ a1: own })
  histories.broken = true
  expect(() => files.write('a1', own)).toThrow()
  expect(lists.readOne('a1')).toEqual(list)
  histories.broken = false
  for (const accountId of ['a1', 'a1', 'b2']) files.write(accountId, own)
  expect(lists.writes.slice(1)).toEqual([['a1', null]])
})
