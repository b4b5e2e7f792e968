import { describe, expect, it } from 'vitest'
import type { SessionIdentity } from '../../../../../electron/shared/session.ts'
import {
  createRecordedSession,
  type RecordedSession,
  type SessionReference,
} from '../../../../../electron/features/sessions/domain/record.ts'
import {
  createReferences,
  followed,
  type KeptReference,
} from '../../../../../electron/features/sessions/domain/references.ts'
import { sessionOf } from '../../revocation/lists-harness.ts'
import { fakeRecord } from '../record-harness.ts'

const NOW = 1_800_000_000_000
const MONTH = 30 * 86_400_000

const identity = (id: number, createdAt: number | null = 5): SessionIdentity => ({ id, createdAt })
const to = (key: number | null, id: number, createdAt: number | null = 5): SessionReference => ({
  key,
  id,
  createdAt,
})
const kept = (reference: SessionReference, goneAt: number | null = null): KeptReference => ({
  ...reference,
  goneAt,
})
const known = (key: number, id: number, createdAt: number | null = 5): RecordedSession =>
  createRecordedSession(sessionOf(id, { createdAt }), key, NOW)
const gone = (key: number, id: number, createdAt: number | null = 5): RecordedSession => ({
  ...known(key, id, createdAt),
  endedAt: NOW,
})

function recordOf(sessions: readonly RecordedSession[]) {
  const record = fakeRecord()
  record.set('a', sessions)
  return record
}
function follow(references: KeptReference[], sessions: readonly RecordedSession[], now = NOW) {
  const { resolve } = recordOf(sessions)
  return followed(references, (each) => resolve('a', each), now)
}

describe('references that follow their sessions', () => {
  it.each<[string, KeptReference, RecordedSession[], KeptReference]>([
    ['get the key of their session', kept(to(null, 2)), [known(7, 2)], kept(to(7, 2))],
    ['learn a creation time', kept(to(7, 2, null)), [known(7, 2)], kept(to(7, 2))],
    ['get the identity of a renewal', kept(to(7, 2)), [known(7, 8, 9)], kept(to(7, 8, 9))],
    ['get the id of a renewal that keeps the time', kept(to(7, 2)), [known(7, 8)], kept(to(7, 8))],
    [
      'ignore another session with their id',
      kept(to(7, 2)),
      [known(7, 8, 9), known(4, 2)],
      kept(to(7, 8, 9)),
    ],
    ['get a new key if the record lost theirs', kept(to(7, 2)), [known(4, 2)], kept(to(4, 2))],
    ['keep the time when their session left', kept(to(7, 2), 3), [gone(7, 2)], kept(to(7, 2), 3)],
    ['store when it left', kept(to(7, 2)), [gone(7, 2)], kept(to(7, 2), NOW)],
    ['store when it left, if no record knows it', kept(to(null, 2)), [], kept(to(null, 2), NOW)],
    ['forget that time when it returns', kept(to(7, 2), 3), [known(7, 2)], kept(to(7, 2))],
  ])('%s', (_what, before, sessions, after) => {
    // The other one does not change.
    const other = kept(to(1, 1))
    const now = before.goneAt === null ? NOW : before.goneAt + MONTH
    const next = follow([before, other], [...sessions, known(1, 1)], now)
    expect(next).toEqual([after, other])
    expect(next[1]).toBe(other)
  })

  it.each([
    [MONTH, 1],
    [MONTH + 1, 0],
  ])('%i ms after their session left, %i of 1 is left', (ms, count) => {
    for (const sessions of [[], [gone(7, 2)]])
      expect(follow([kept(to(7, 2), NOW - ms)], sessions)).toHaveLength(count)
    expect(follow([kept(to(7, 2), NOW - ms)], [known(7, 2)])).toHaveLength(1)
  })

  it('are the same array if nothing changes', () => {
    const references = [kept(to(1, 1)), kept(to(2, 2), NOW - 1), kept(to(null, 3), NOW - 1)]
    expect(follow(references, [known(1, 1), gone(2, 2)])).toBe(references)
    const shorter = follow(references, [known(1, 1)], NOW + MONTH)
    expect(shorter).toEqual([references[0]])
  })

  it('keep what else they hold', () => {
    const note = { ...kept(to(null, 2)), text: 'Mine' }
    const { resolve } = recordOf([known(7, 2)])
    expect(followed([note], (each) => resolve('a', each), NOW)).toEqual([{ ...note, key: 7 }])
  })
})

describe('the reference to a session', () => {
  it.each<[string, SessionReference, RecordedSession[], SessionIdentity, boolean]>([
    ['found by key', to(7, 2), [known(7, 2)], identity(2), true],
    ['found by key after a renewal', to(7, 2), [known(7, 8, 9)], identity(8, 9), true],
    [
      'not found for a session that reuses the id',
      to(7, 2),
      [gone(7, 2), known(9, 2, 6)],
      identity(2, 6),
      false,
    ],
    [
      'not found for one that reuses the id, whose time is unknown',
      to(7, 2),
      [gone(7, 2), known(9, 2, null)],
      identity(2, null),
      false,
    ],
    ['not found for another session', to(7, 2), [known(7, 2), known(9, 3)], identity(3), false],
    ['found by identity without a key', to(null, 2), [known(7, 2)], identity(2), true],
    ['found without a key if a time is unknown', to(null, 2, null), [known(7, 2)], identity(2), true],
    [
      'not found without a key for one that reuses the id',
      to(null, 2),
      [known(9, 2, 6)],
      identity(2, 6),
      false,
    ],
    ['found by identity before the record has the session', to(null, 2), [], identity(2), true],
    ['found by identity if the record lost the session', to(7, 2), [], identity(2), true],
    ['found by identity if the record began anew', to(7, 2), [known(9, 2)], identity(2), true],
    ['not found if the record lost it and the id is reused', to(7, 2), [], identity(2, 6), false],
  ])('is %s', (_what, reference, sessions, session, isFound) => {
    const find = createReferences(recordOf(sessions))
    expect(find('a', [to(1, 1), reference], session)).toBe(isFound ? reference : null)
  })

  it('is that of its key if two have its id', () => {
    const [first, second] = [to(7, 2), to(9, 2, 6)]
    const find = createReferences(recordOf([gone(7, 2), known(9, 2, 6)]))
    expect(find('a', [first, second], identity(2, 6))).toBe(second)
    expect(find('a', [first, second], identity(2))).toBe(first)
  })

  it('is found among those that are passed, in the record of the account', () => {
    const record = recordOf([known(7, 2)])
    record.set('b', [known(7, 3)])
    const find = createReferences(record)
    const references = [to(7, 2)]
    expect(find('a', references, identity(2))).toBe(references[0])
    expect(find('b', references, identity(3))).toBe(references[0])
    expect(find('a', [], identity(2))).toBeNull()
    const others = [to(8, 4)]
    expect(find('a', others, identity(2))).toBeNull()
  })
})
