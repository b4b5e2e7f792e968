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
  const history = files.readOne('a1')
  expect(history).toMatchObject({ since: 1_000_500, checkedAt: 1_000_500, entries: [] })
  expect(history?.sessions).toMatchObject([
    { id: 1, key: 1_000_500, number: 1, isCurrent: true, alert: 'none', endedAt: null },
    { id: 2, key: 1_000_501, number: 2, isCurrent: false, alert: 'none', endedAt: null },
  ])
  expect(history?.nextKey).toBe(1_000_502)
  expect(files.read()).toEqual({ a1: history })
  expect(files.readOne('b2')).toBeNull()
})

it('a former list stays until the history of its account is on disk, and never replaces one', () => {
  const { histories, lists, files } = setUp()
  lists.write('a1', list)
  const own: History = { since: 1, checkedAt: 2, viewedAt: null, nextKey: 1, sessions: [], entries: [] }
  histories.broken = true
  expect(() => files.write('a1', own)).toThrow()
  expect(lists.readOne('a1')).toEqual(list)
  histories.broken = false
  files.write('a1', own)
  expect(lists.readOne('a1')).toBeNull()
  lists.write('a1', list)
  expect([files.readOne('a1'), files.read()]).toEqual([own, { a1: own }])
})
