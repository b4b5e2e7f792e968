import { describe, expect, it } from 'vitest'
import { passes, type ActivityEntry, type ActivityFilter } from '../../../electron/contract/activity.ts'

const entry: ActivityEntry = { at: 50, deed: 'ended', by: 'us', sessionId: 4, name: 'Ångström Phone' }
const ALL: ActivityFilter = { deeds: null, by: null, from: null, text: '' }

describe('the filter of a history', () => {
  it.each<[Partial<ActivityFilter>, boolean]>([
    [{}, true],
    [{ deeds: ['ended', 'itWasMe'] }, true],
    [{ deeds: ['itWasMe'] }, false],
    [{ deeds: [] }, false],
    [{ by: 'us' }, true],
    [{ by: 'unknown' }, false],
    [{ from: 50 }, true],
    [{ from: 51 }, false],
    [{ text: ' angstrom ' }, true],
    [{ text: 'tablet' }, false],
  ])('%o: %s', (part, expected) => {
    expect(passes(entry, { ...ALL, ...part })).toBe(expected)
  })

  it('finds by name only what has one', () => {
    const nameless = { ...entry, sessionId: null, name: null }
    expect([passes(nameless, ALL), passes(nameless, { ...ALL, text: 'a' })]).toEqual([true, false])
  })
})
