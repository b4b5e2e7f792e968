import { describe, expect, it } from 'vitest'
import {
  withExemptionKeys,
  withNoteKeys,
  withReviewKeys,
  withRulesAsActors,
  withSessionKeys,
} from '../../../electron/core/file-migrations.ts'

describe('the keys of sessions', () => {
  const sessions = [
    { id: 1, name: 'Desk', number: 1, firstSeenAt: 0 },
    { id: 2, name: 'Phone', number: 1, firstSeenAt: 0 },
    { id: 2, name: 'Phone', number: 2, firstSeenAt: 50 },
  ]
  it.each<[string, object, number | null]>([
    ['the session of its id', { sessionId: 1, at: 5, name: 'Desk', number: 1 }, 1],
    ['the one that had the id then', { sessionId: 2, at: 49, name: 'Phone', number: 1 }, 2],
    ['the one that has it since', { sessionId: 2, at: 50, name: 'Phone', number: 2 }, 3],
    ['the one of its numbered name, renewed since', { sessionId: 9, at: 5, name: 'Phone', number: 2 }, 3],
    ['none that the history lost', { sessionId: 9, at: 5, name: 'Phone', number: 3 }, null],
    ['none of all the account’s', { sessionId: null, at: 5, name: null, number: null }, null],
  ])('are those of entries too: %s', (_what, entry, key) => {
    const migrated = withSessionKeys({ since: 0, sessions, entries: [entry] })
    expect(migrated).toEqual({
      since: 0,
      nextKey: 4,
      sessions: sessions.map((session, index) => ({ ...session, key: index + 1 })),
      entries: [{ ...entry, key }],
    })
  })

  it('wait in the other files for the record, and keep what is not understood', () => {
    expect(withNoteKeys({ a: { '7': { alias: 'Work' }, x: 5 }, b: 'no' })).toEqual({
      a: [{ alias: 'Work', key: null, id: 7 }, 5],
      b: 'no',
    })
    expect(withExemptionKeys({ a: { afterDays: 30, exempt: [{ id: 7 }, 5] }, b: 'no' })).toEqual({
      a: { afterDays: 30, exempt: [{ id: 7, key: null }, 5] },
      b: 'no',
    })
    expect(withReviewKeys({ open: null, last: { items: [{ id: 7 }, 5] }, days: 30 })).toEqual({
      open: null,
      last: { items: [{ id: 7, sessionKey: null }, 5] },
      days: 30,
    })
    for (const migration of [withSessionKeys, withNoteKeys, withExemptionKeys, withReviewKeys])
      expect([migration('no'), migration(null), migration([1])]).toEqual(['no', null, [1]])
  })
})

it('gives the runs of rules to the rules, and leaves all else', () => {
  const [run, ended] = [
    { type: 'ruleRan', actor: 'thisApp', count: 2 },
    { type: 'ended', actor: 'thisApp' },
  ]
  const before = { since: 5, entries: [run, ended, 7] }
  expect(withRulesAsActors(before)).toEqual({ since: 5, entries: [{ ...run, actor: 'rule' }, ended, 7] })
  for (const odd of ['no', null, [1], { since: 5 }, { entries: 'no' }])
    expect(withRulesAsActors(odd)).toBe(odd)
})
