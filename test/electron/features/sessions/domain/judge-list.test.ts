import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiSession } from '../../../../../electron/domain/api-session.ts'
import { judgeList, type JudgeFacts } from '../../../../../electron/features/sessions/domain/judge-list.ts'
import { anyApiSession } from '../../../../support/builders.ts'
import { sessionOf } from '../../revocation/lists-harness.ts'

/** Rows from their ids; `*` marks one as this device. */
const rowsOf = (text: string): ApiSession[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((each) => sessionOf(parseInt(each), { isCurrent: each.endsWith('*') }))

const FACTS: JudgeFacts = {
  isPaged: false,
  tokenNumber: null,
  isApiToken: false,
  isNothingLeft: false,
  numbers: 'unknown',
  ownBefore: null,
  isNumberOfOther: false,
  isTokenNew: false,
}

/** The id of this device, or why the list is unclear; and what numbers mean if that changed. */
function read(text: string, part: Partial<JudgeFacts> = {}): string {
  const facts = { ...FACTS, ...part }
  const judged = judgeList(rowsOf(text), facts)
  const meaning = judged.numbers === facts.numbers ? '' : `, numbers ${judged.numbers}`
  if (!judged.isGood) return judged.doubt + meaning
  return judged.sessions.flatMap(({ id, isCurrent }) => (isCurrent ? `good, ${id}` : [])).join() + meaning
}

describe('a list', () => {
  it.each<[string, string, Partial<JudgeFacts>, string]>([
    ['marks one row', '1* 2', {}, 'good, 1'],
    ['marks none, and no token has a number', '1 2', {}, 'listUnclear'],
    ['marks two', '1* 2*', { tokenNumber: 1 }, 'listUnclear'],
    ['is empty', '', {}, 'listEmpty'],
    ['has an id twice', '1* 2 2', {}, 'listDoubled'],
    ['is a page of several', '1* 2', { isPaged: true }, 'listPaged'],
    ['marks none, and has our number', '1 2', { tokenNumber: 2 }, 'good, 2'],
    ['marks none, and lacks our number', '1 2', { tokenNumber: 3 }, 'listUnclear'],
    // The number has a meaning once it agrees with a mark, in this run or by the record.
    ['marks the row of our number', '1* 2', { tokenNumber: 1 }, 'good, 1, numbers agreed'],
    ['marks another row at first', '1* 2', { tokenNumber: 2 }, 'good, 1, numbers none'],
    ['marks a row and lacks our number at first', '1* 2', { tokenNumber: 3 }, 'good, 1, numbers none'],
    [
      'marks the row of our number later',
      '1* 2',
      { tokenNumber: 1, numbers: 'none' },
      'good, 1, numbers agreed',
    ],
    [
      'marks none, and has our number on another’s',
      '1 2',
      { tokenNumber: 2, ownBefore: 1, isNumberOfOther: true },
      'listUnclear, numbers none',
    ],
    ['marks one where numbers mean nothing', '1 2*', { tokenNumber: 1, numbers: 'none' }, 'good, 2'],
    ['marks none where numbers mean nothing', '1 2', { tokenNumber: 1, numbers: 'none' }, 'listUnclear'],
    ['marks another row', '1* 2', { tokenNumber: 2, numbers: 'agreed' }, 'listUnclear'],
    [
      'marks another row, and we are new',
      '1* 2',
      { tokenNumber: 2, numbers: 'agreed', isTokenNew: true },
      'listUnclear',
    ],
    [
      'marks another than the record’s',
      '1* 2',
      { tokenNumber: 2, ownBefore: 2 },
      'listUnclear, numbers agreed',
    ],
    ['lacks our number', '1* 2', { tokenNumber: 3, numbers: 'agreed', ownBefore: 3 }, 'listUnclear'],
    [
      'lacks it, after a renewal',
      '1* 2',
      { tokenNumber: 3, numbers: 'agreed', ownBefore: 2, isTokenNew: true },
      'good, 1',
    ],
    [
      'lacks it, and marks what was this device',
      '1* 2',
      { tokenNumber: 3, numbers: 'agreed', ownBefore: 1 },
      'good, 1',
    ],
    ['lacks it, and nothing was before', '1* 2', { tokenNumber: 3, numbers: 'agreed' }, 'good, 1'],
  ])('that %s', (_what, text, facts, is) => {
    expect(read(text, facts)).toBe(is)
  })

  it.each([
    ['1 2', false, 'no one'],
    ['1* 2', false, 'listUnclear'],
    ['', false, 'listEmpty'],
    ['', true, 'no one'],
  ])('of an API token, which has no session: "%s", nothing left: %s', (text, isNothingLeft, is) => {
    expect(read(text, { isApiToken: true, isNothingLeft }) || 'no one').toBe(is)
  })

  it('of a sign-in is never empty, as it has at least this device', () => {
    expect(read('', { isNothingLeft: true })).toBe('listEmpty')
  })

  it('that is good has all its rows, and at most one of them is this device', () => {
    const row = anyApiSession({ id: fc.integer({ min: 1, max: 5 }), isCurrent: fc.boolean() })
    const facts = fc.record({
      isPaged: fc.constant(false),
      tokenNumber: fc.option(fc.integer({ min: 1, max: 5 })),
      isApiToken: fc.boolean(),
      isNothingLeft: fc.boolean(),
      numbers: fc.constantFrom('agreed' as const, 'none' as const, 'unknown' as const),
      ownBefore: fc.option(fc.integer({ min: 1, max: 5 })),
      isNumberOfOther: fc.boolean(),
      isTokenNew: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), facts, (rows, given) => {
        const judged = judgeList(rows, given)
        if (!judged.isGood) return
        expect(judged.sessions.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort())
        const own = judged.sessions.filter(({ isCurrent }) => isCurrent)
        expect(own).toHaveLength(given.isApiToken ? 0 : 1)
        // Nobody ends what a mark or a believed number names.
        if (given.numbers === 'agreed' && !given.isApiToken)
          expect(judged.sessions.find(({ id }) => id === given.tokenNumber)?.isCurrent ?? true).toBe(true)
      }),
    )
  })
})
