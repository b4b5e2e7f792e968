import { describe, expect, it } from 'vitest'
import type { Annotation } from '../../../../../electron/shared/device.ts'
import {
  createRecordedSession,
  isRenewed,
  withAnnotation,
  withKept,
  withMark,
  type RecordedSession,
} from '../../../../../electron/features/sessions/domain/record.ts'
import { sessionOf } from '../../revocation/lists-harness.ts'

const phone = createRecordedSession(sessionOf(2, { createdAt: 5_000 }), 7, 0)

it('a session is renewed if it has another identity than the one that was to end', () => {
  expect(isRenewed(phone, { id: 2, createdAt: 5_000 })).toBe(false)
  expect(isRenewed(phone, { id: 3, createdAt: 5_000 })).toBe(true)
  expect(isRenewed(phone, { id: 2, createdAt: 9_000 })).toBe(true)
})

describe('what a person writes on a session', () => {
  type Written = Pick<RecordedSession, 'alias' | 'note'>
  const both = { alias: 'Work', note: 'By the window' }

  it.each<[string, Written, Partial<Annotation>, Written]>([
    ['sets an alias alone', {}, { alias: 'Work' }, { alias: 'Work' }],
    ['sets a note beside an alias', { alias: 'Work' }, { note: 'By the window' }, both],
    ['replaces an alias and leaves the note', both, { alias: 'Home' }, { ...both, alias: 'Home' }],
    ['changes nothing if it says nothing', both, {}, both],
    ['deletes a blank alias', both, { alias: ' \u200B ' }, { note: both.note }],
    ['deletes a blank note', both, { note: '\n ' }, { alias: both.alias }],
    ['deletes both', both, { alias: null, note: null }, {}],
    ['has one line in an alias', {}, { alias: ' My\u202E\nlaptop ' }, { alias: 'My\uFFFD laptop' }],
    ['has lines in a note', {}, { note: 'one\r\ntwo\u0000\n' }, { note: 'one\ntwo\uFFFD' }],
    ['is limited in an alias', {}, { alias: 'x'.repeat(200) }, { alias: 'x'.repeat(80) }],
    ['is limited in a note', {}, { note: 'x'.repeat(900) }, { note: 'x'.repeat(500) }],
  ])('%s', (_what, before, part, after) => {
    const kept = withKept(phone, true)
    expect(withAnnotation({ ...kept, ...before }, part)).toEqual({ ...kept, ...after })
  })

  it('keeps it from the rule or not, and leaves the rest', () => {
    const session: RecordedSession = { ...phone, ...both }
    const kept = withKept(session, true)
    expect(kept).toEqual({ ...session, isKept: true })
    expect(withKept(kept, true)).toBe(kept)
    expect(withKept(kept, false)).toEqual(session)
    expect(withKept(session, false)).toBe(session)
  })

  it('marks it, or not any more, and leaves the rest', () => {
    const session: RecordedSession = { ...phone, ...both }
    const [mine, notSure] = [{ decision: 'mine', at: 1 } as const, { decision: 'notSure', at: 2 } as const]
    expect(withMark(session, mine)).toEqual({ ...session, mark: mine })
    expect(withMark(withMark(session, mine), notSure)).toEqual({ ...session, mark: notSure })
    expect(withMark(withMark(session, mine), undefined)).toEqual(session)
  })
})
