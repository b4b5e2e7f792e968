import { describe, expect, it } from 'vitest'
import { matchesFilter, type ActivityEntry, type ActivityFilter } from '../../../electron/shared/activity.ts'

const entry: ActivityEntry = { at: 50, type: 'ended', actor: 'thisApp', sessionId: 4, name: 'Ångström Phone' }
const ALL: ActivityFilter = { types: null, actor: null, from: null, text: '' }

describe('the filter of a history', () => {
  it.each<[Partial<ActivityFilter>, boolean]>([
    [{}, true],
    [{ types: ['ended', 'itWasMe'] }, true],
    [{ types: ['itWasMe'] }, false],
    [{ types: [] }, false],
    [{ actor: 'thisApp' }, true],
    [{ actor: 'unknown' }, false],
    [{ from: 50 }, true],
    [{ from: 51 }, false],
    [{ text: ' angstrom ' }, true],
    [{ text: 'tablet' }, false],
  ])('%o: %s', (part, expected) => {
    expect(matchesFilter(entry, { ...ALL, ...part })).toBe(expected)
  })

  it('finds only entries with a name by name', () => {
    const nameless = { ...entry, sessionId: null, name: null }
    expect([matchesFilter(nameless, ALL), matchesFilter(nameless, { ...ALL, text: 'a' })]).toEqual([
      true,
      false,
    ])
  })
})
