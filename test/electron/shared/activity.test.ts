import { expect, it } from 'vitest'
import { matchesFilter, type ActivityEntry, type ActivityFilter } from '../../../electron/shared/activity.ts'

const entry: ActivityEntry = { at: 50, type: 'ended', actor: 'thisApp', sessionId: 4, name: 'Ångström Phone' }
const ALL: ActivityFilter = { types: null, actor: null, from: null, to: null, text: '' }

const nameless = { ...entry, sessionId: null, name: null }

it.each<[ActivityEntry, Partial<ActivityFilter>, boolean]>([
  [entry, {}, true],
  [entry, { types: ['ended', 'itWasMe'] }, true],
  [entry, { types: ['itWasMe'] }, false],
  [entry, { types: [] }, false],
  [entry, { actor: 'thisApp' }, true],
  [entry, { actor: 'unknown' }, false],
  [entry, { from: 50 }, true],
  [entry, { from: 51 }, false],
  [entry, { to: 51 }, true],
  [entry, { from: 40, to: 50 }, false],
  [entry, { text: ' angstrom ' }, true],
  [entry, { text: 'tablet' }, false],
  [nameless, {}, true],
  [nameless, { text: 'a' }, false],
])('an entry %o matches the filter %o: %s', (given, part, expected) => {
  expect(matchesFilter(given, { ...ALL, ...part })).toBe(expected)
})
