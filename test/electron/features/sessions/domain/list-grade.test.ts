import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiSession } from '../../../../../electron/domain/api-session.ts'
import { gradeList, type GradeFacts } from '../../../../../electron/features/sessions/domain/list-grade.ts'
import { anyApiSession, apiSession } from '../../../../support/builders.ts'

const T0 = Date.parse('2026-03-02T09:00:00Z')

/**
 * Rows in words: `1* 2 3@9` are session 1, marked as this device, session 2, and a session 3 that signed in at another time;
 * `1:Desk` is named otherwise.
 */
function rowsOf(text: string): ApiSession[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((word): ApiSession => {
      const [, id, at, name, mark] = /^(\d+)(?:@(\d+))?(?::(\w+))?(\*?)$/.exec(word)!
      const createdAt = T0 + Number(at ?? id) * 3_600_000
      return apiSession({ id: Number(id), ...(name && { name }), createdAt, isCurrent: mark === '*' })
    })
}
const textOf = (rows: readonly ApiSession[]): string =>
  rows
    .map(({ id, isCurrent }) => `${id}${isCurrent ? '*' : ''}`)
    .toSorted()
    .join(' ')

const FACTS: GradeFacts = {
  token: { id: null, grantedAt: null, origin: null, deviceName: null },
  idsAreSessions: false,
  isFirstOfToken: false,
  isTokenNew: false,
  date: null,
  isSignedInAnew: false,
  last: null,
  held: new Map(),
  isLastGood: false,
  markedBefore: null,
  isOwnOver: false,
  isEnded: () => false,
}
/** A token that a sign-in issued when session 1 began. */
const SIGNED_IN = { id: 1, grantedAt: T0 + 3_600_000, origin: 'signIn' as const, deviceName: null }
/** A token that a sign-in as Desk issued when session 4 began, and one that a renewal did. */
const SIGNED_IN_DESK = { id: 4, grantedAt: T0 + 4 * 3_600_000, origin: 'signIn' as const, deviceName: 'Desk' }
const RENEWED = { ...SIGNED_IN_DESK, id: null, origin: 'renewal' as const, deviceName: null }
/** Facts of a token with this id, which are ids of sessions here. */
const withId = (id: number): Partial<GradeFacts> => ({
  token: { id, grantedAt: null, origin: null, deviceName: null },
  idsAreSessions: true,
})

function grade(text: string, last: string | null, facts: Partial<GradeFacts> = {}, isPaged = false) {
  return gradeList(rowsOf(text), isPaged, {
    ...FACTS,
    last: last === null ? null : rowsOf(last),
    isLastGood: last !== null,
    ...facts,
  })
}
/** The grade or the doubt, and the rows. */
function read(...given: Parameters<typeof grade>): string {
  const { grade: is, doubt, sessions } = grade(...given)
  return is === 'foreign'
    ? `${is} ${doubt}`
    : `${is}${doubt === null ? '' : ` ${doubt}`}: ${textOf(sessions)}`
}

describe('a list of a service whose tokens have the ids of sessions', () => {
  it.each<[string, string, string | null, string, boolean?]>([
    ['has its own session', '1* 2', '1* 2 3', 'good: 1* 2'],
    ['marks nothing, and lacks another', '1 2', '1* 2 3', 'good: 1* 2'],
    ['marked another one before', '1 2', '1 2*', 'good: 1* 2'],
    ['marks another session', '1 2*', '1* 2', 'good: 1* 2'],
    ['marks two', '1* 2*', '1* 2', 'good: 1* 2'],
    ['lacks its own session', '2 4', '1* 2 3', 'partial listPartial: 1* 2 3 4'],
    ['is of somebody else', '8* 9', '1* 2', 'foreign listForeign'],
    ['has only an id in common', '2@9', '1* 2', 'foreign listForeign'],
    ['is empty', '', '1* 2', 'foreign listEmpty'],
    ['is the first, and of somebody else', '8* 9', null, 'foreign listForeign'],
    ['has an id twice', '1* 2 2@9', '1* 2 3', 'partial listDoubled: 1* 2 3'],
    ['has a new id twice', '1* 2 4 4@9', '1* 2', 'partial listDoubled: 1* 2'],
    ['has its own id twice', '1* 1@9 2', '2', 'partial listDoubled: 1* 2'],
    ['has a page of several', '1* 4', '1* 2 3', 'partial listPaged: 1* 2 3 4', true],
  ])('that %s', (_what, text, last, expected, isPaged = false) => {
    expect(read(text, last, withId(1), isPaged)).toBe(expected)
  })

  it('is ours by the id of a renewed token, and shows the session of the old one while it lacks the new one', () => {
    expect(read('4* 2', '1* 2', { ...withId(4), isTokenNew: true })).toBe('good: 2 4*')
    expect(read('4 2', '1* 2', { ...withId(4), isTokenNew: true })).toBe('good: 2 4*')
    expect(read('1 2', '1* 2', { ...withId(4), isTokenNew: true })).toBe('partial listPartial: 1* 2')
  })

  it('shows no other session as this device because it has the number that this device had', () => {
    const facts = { ...withId(4), isTokenNew: true }
    expect(read('1@9:Phone 2', '1:Desk* 2', facts)).toBe('partial listPartial: 1 2')
    // A renewal in place keeps the number.
    expect(read('1@9:Desk 2', '1:Desk* 2', facts)).toBe('partial listPartial: 1* 2')
  })

  it('shows the session of a new token as this device if only the list before had it', () => {
    const facts = { ...withId(4), isTokenNew: true }
    expect(read('1 2', '1:Desk* 2 4:Desk', facts)).toBe('partial listPartial: 1 2 4*')
    expect(read('2', '2 4:Desk', facts)).toBe('partial listPartial: 2 4*')
    // Another device had its id before.
    expect(read('1 2', '1:Desk* 2 4', facts)).toBe('partial listPartial: 1* 2 4')
    const signedIn = { ...facts, token: SIGNED_IN_DESK }
    expect(read('1 2', '1* 2 4:Desk', signedIn)).toBe('partial listPartial: 1 2 4*')
  })

  it.each<[string, boolean, string, Partial<GradeFacts>]>([
    ['one that is marked alone', true, '1* 2', {}],
    ['one that is marked with others', false, '1* 2*', {}],
    ['one that is not marked', false, '1 2', {}],
    [
      'one that signed in when the token was issued',
      true,
      '1 2',
      { token: { id: 1, grantedAt: T0 + 3_720_000, origin: null, deviceName: null } },
    ],
    [
      'one that signed in long before',
      false,
      '1 2',
      { token: { id: 1, grantedAt: T0 + 3_721_000, origin: null, deviceName: null } },
    ],
    ['this device in the last list', true, '1 2', { last: rowsOf('1*') }],
    ['one of two with its id', false, '1* 1@9 2', {}],
    ['one beside the one that is marked', false, '1 2*', {}],
    ['one that signed in with it, beside an older one that is marked', true, '1 2*', { token: SIGNED_IN }],
    ['one that signed in with it, and an older one, both marked', true, '1* 2*', { token: SIGNED_IN }],
    ['one that signed in with it, and so did the marked one', false, '1 2@1*', { token: SIGNED_IN }],
    [
      'one that signed in with it, unless it is renewed',
      false,
      '1 2*',
      { token: { ...SIGNED_IN, origin: 'renewal' } },
    ],
    [
      'an older one, beside one that signed in with it and is marked',
      false,
      '2 1*',
      { token: { ...SIGNED_IN, id: 2 } },
    ],
    ['none', false, '2* 3', {}],
    [
      'one with its name, beside a marked one',
      true,
      '1:Desk 2@1*',
      { token: { ...SIGNED_IN, deviceName: 'Desk' } },
    ],
    [
      'one with its name, and so has the marked one',
      false,
      '1:Desk 2@1:Desk*',
      { token: { ...SIGNED_IN, deviceName: 'Desk' } },
    ],
    ['one in the place of this device', true, '1:Desk 2', { last: rowsOf('9:Desk* 2') }],
    ['one beside this device', false, '1:Desk 9:Desk 2', { last: rowsOf('9:Desk* 2') }],
    [
      'one beside it, of a new token',
      true,
      '1:Desk 9:Desk 2',
      { last: rowsOf('9:Desk* 2'), isTokenNew: true },
    ],
    ['one of another name beside it', false, '1 9:Desk 2', { last: rowsOf('9:Desk* 2'), isTokenNew: true }],
    ['one of another name in its place', false, '1 2', { last: rowsOf('9:Desk* 2') }],
    ['one in its place, beside a marked one', false, '1:Desk 2*', { last: rowsOf('9:Desk* 2') }],
    ['one that was listed beside it', false, '1:Desk 2', { last: rowsOf('9:Desk* 1:Desk 2') }],
    [
      'one that was listed beside it, of an earlier run',
      true,
      '1:Desk 2',
      { last: rowsOf('9:Desk* 1:Desk 2'), isTokenNew: true, isFirstOfToken: true },
    ],
    [
      'one that was listed beside it, of an earlier run, while that is still there',
      false,
      '9:Desk 1:Desk 2',
      { last: rowsOf('9:Desk* 1:Desk 2'), isTokenNew: true, isFirstOfToken: true },
    ],
    [
      'one of another name that was listed beside it, of an earlier run',
      false,
      '1 2',
      { last: rowsOf('9:Desk* 1 2'), isTokenNew: true, isFirstOfToken: true },
    ],
  ])('shows that they are, if the token has the id of %s: %s', (_what, expected, text, facts) => {
    const token = { id: 1, grantedAt: null, origin: null, deviceName: null }
    expect(grade(text, null, { token, ...facts }).idsAreSessions).toBe(expected)
  })

  it('shows that they are not, if a new token has the id of a session that was listed before', () => {
    const listedBefore = grade('1* 2', '1* 2', { ...withId(2), isFirstOfToken: true, isTokenNew: true })
    expect(listedBefore).toMatchObject({ grade: 'good', idsAreSessions: false })
    expect(textOf(listedBefore.sessions)).toBe('1* 2')
  })

  it('shows that they are, if that was listed between the grant and the first list of the token, or got its id later', () => {
    const facts = { idsAreSessions: true, isFirstOfToken: true, isTokenNew: true, token: SIGNED_IN_DESK }
    for (const [text, last] of [
      ['4:Desk 2', '1:Desk* 2 4:Desk'],
      ['4@5 2', '1* 2 4@2'],
    ] as const)
      expect(grade(text, last, facts).idsAreSessions).toBe(true)
  })

  it('shows that they are not, if the mark stays on a session whose token has another id now', () => {
    const kept = grade('1* 2', '1* 2', { ...withId(7), isTokenNew: true })
    expect(kept).toMatchObject({ grade: 'good', idsAreSessions: false })
    expect(grade('1 2', '1* 2', { ...withId(7), isTokenNew: true }).idsAreSessions).toBe(true)
    expect(grade('1* 2', '1* 2', withId(7)).idsAreSessions).toBe(true)
    for (const text of ['1* 2*', '1 2*'])
      expect(grade(text, '1* 2', { ...withId(7), isTokenNew: true }).idsAreSessions).toBe(true)
  })

  it('is read by its marks if the token has no id, which says nothing about other tokens', () => {
    const facts = {
      token: { id: null, grantedAt: null, origin: null, deviceName: null },
      idsAreSessions: true,
      isTokenNew: true,
    }
    expect(grade('1* 2', '1* 2', facts)).toMatchObject({ grade: 'good', idsAreSessions: true })
  })
})

describe('a row with the id of a new token', () => {
  const date = SIGNED_IN_DESK.grantedAt + 9_999
  const facts = { idsAreSessions: true, isTokenNew: true, token: SIGNED_IN_DESK, date }

  it.each<[string, string, boolean, Partial<GradeFacts>?]>([
    ['of another name', '4 2', true],
    ['of before the sign-in', '4@3:Desk 2', true],
    ['of the sign-in', '4:Desk 2', false],
    ['that is marked', '4* 2', false],
    ['10 s after the grant', '4 2', false, { date: date + 1 }],
    ['in a list without a time', '4 2', false, { date: null }],
    ['that is not new any more', '4 2', false, { isTokenNew: false }],
    ['that has the name of this device', '4:Desk 2', false, { token: { ...RENEWED, id: 4 } }],
    ['that has another name than this device', '4 2', true, { token: { ...RENEWED, id: 4 } }],
    ['of an earlier run', '4 2', false, withId(4)],
    ['of an unknown grant of this device', '4 2', false, { token: { ...RENEWED, id: 4, grantedAt: null } }],
  ])('may be that of a session before: one %s', (_what, text, isStale, part = {}) => {
    const last = part.token?.origin === 'renewal' ? '1:Desk* 2' : '2'
    const [given, before] = [{ ...facts, ...part }, last === '2' ? '' : '1* ']
    expect(read(text, last, given)).toBe(isStale ? `partial listUnclear: ${before}2 4*` : 'good: 2 4*')
    expect(grade(text, last, given).isDeviceClear).toBe(!isStale)
  })
})

describe('a new row with the id and the name of a new token', () => {
  const unknown = { id: 4, grantedAt: null, origin: null, deviceName: null }

  it.each<[string, string, string, string, Partial<GradeFacts>?]>([
    ['beside a mark on another one', '1:Desk 2* 4:Desk', '1:Desk* 2', 'partial listUnclear: 1 2* 4*'],
    ['beside a mark on that before', '1:Desk* 2 4:Desk', '1:Desk* 2', 'partial listUnclear: 1* 2 4*'],
    ['and two marks', '1:Desk* 2* 4:Desk', '1:Desk* 2', 'partial listUnclear: 1* 2* 4*'],
    ['and a mark that is repeated', '1:Desk* 2 4:Desk', '1:Desk* 2', 'good: 1* 2 4', { markedBefore: 1 }],
    ['and a mark that moves twice', '1:Desk 2* 4:Desk', '1:Desk* 2', 'good: 1 2* 4', { markedBefore: 2 }],
    ['if the token is not new', '1:Desk* 2 4:Desk', '1:Desk* 2', 'good: 1* 2 4', { isTokenNew: false }],
    ['if it was listed before', '1:Desk* 2 4:Desk', '1:Desk* 2 4:Desk', 'good: 1* 2 4'],
    ['if it has another name', '1:Desk* 2 4:Phone', '1:Desk* 2', 'good: 1* 2 4'],
    [
      'if it began before the sign-in',
      '1:Desk* 2 4@9:Desk',
      '1:Desk* 2',
      'good: 1* 2 4',
      { token: SIGNED_IN_DESK },
    ],
  ])('may be this device, %s', (_what, text, last, expected, part = {}) => {
    expect(read(text, last, { token: unknown, isTokenNew: true, ...part })).toBe(expected)
  })
})

describe('a list that lacks this device although its token works', () => {
  const facts = { token: { id: 4, grantedAt: null, origin: null, deviceName: null } }

  it('is whole once that lasts too long, and the token may tell which one it is now', () => {
    expect(read('4:Desk 2', '1:Desk* 4:Desk 2', facts)).toBe('partial listPartial: 1* 2 4')
    const over = { ...facts, isOwnOver: true }
    expect(read('4:Desk 2', '1:Desk* 4:Desk 2', over)).toBe('good: 2 4*')
    expect(read('4:Phone 2', '1:Desk* 4:Phone 2', over)).toBe('good: 2 4')
    expect(read('5* 2', '1* 2', { isOwnOver: true })).toBe('partial listUnclear: 1* 2 5*')
  })

  it('does not tell that the ids in tokens are none of sessions, while its server is behind', () => {
    const idsAre = (part: Partial<GradeFacts>) =>
      grade('1:Desk* 2', '1:Desk* 2', { idsAreSessions: true, isTokenNew: true, ...part }).idsAreSessions
    const renewed = { ...RENEWED, id: 4 }
    const date = RENEWED.grantedAt + 9_999
    expect(idsAre({ token: SIGNED_IN_DESK, date: date + 1 })).toBe(true)
    expect(idsAre({ token: renewed, date })).toBe(true)
    expect(idsAre({ token: renewed, date: date + 1 })).toBe(false)
    expect(idsAre({ token: renewed, date: null })).toBe(false)
  })
})

describe('a list that marks none', () => {
  it('is not ours after a sign-in that it lacks, unless nothing tells whether it does, or that lasts', () => {
    const facts = { isSignedInAnew: true, token: { ...SIGNED_IN_DESK, id: null } }
    expect(read('8 9', '2', facts)).toBe('foreign listForeign')
    expect(read('8 9 4:Desk', '2', facts)).toBe('good: 4 8 9')
    expect(read('8 9', '2', { ...facts, isOwnOver: true })).toBe('good: 8 9')
    expect(read('8 9', '2', { ...facts, token: { ...facts.token, deviceName: null } })).toBe('good: 8 9')
    const undated = rowsOf('8 9').map((row) => ({ ...row, createdAt: null }))
    expect(gradeList(undated, false, { ...FACTS, ...facts, last: rowsOf('2') }).grade).toBe('good')
    const half = [...undated, ...rowsOf('7')]
    expect(gradeList(half, false, { ...FACTS, ...facts, last: rowsOf('2') }).grade).toBe('foreign')
  })

  it('is ours if it shows what may be a renewal of ours, though no known row is left', () => {
    for (const last of ['1:Desk', '1:Desk 3', '3 1:Desk'])
      expect(read('4:Desk 5', last, { token: RENEWED, isTokenNew: true })).toBe('good: 4 5')
    for (const token of [SIGNED_IN, { ...RENEWED, grantedAt: 0 }, { ...RENEWED, origin: 'signIn' as const }])
      expect(read('4:Desk 5', '1:Desk', { token })).toBe('foreign listForeign')
    expect(read('4:Phone 5', '1:Desk', { token: RENEWED })).toBe('foreign listForeign')
  })

  it('tells what may be this device by name and time, so that nobody ends it', () => {
    const facts = { token: { ...SIGNED_IN_DESK, id: null } }
    const likely = (...given: Parameters<typeof grade>) => [...grade(...given).likelyOwnIds]
    expect(likely('1 4:Desk 5@4:Desk 6:Desk', null, facts)).toEqual([4, 5])
    expect(likely('1 4:Desk 5@4:Desk', '1* 4:Desk', { ...facts, isTokenNew: true })).toEqual([])
    expect(likely('1 4:Desk', null)).toEqual([])
    // A page of several keeps what another one showed.
    expect([
      ...gradeList(rowsOf('1'), true, { ...FACTS, ...facts, last: rowsOf('1 4:Desk') }).likelyOwnIds,
    ]).toEqual([4])
  })

  it('shows a sign-in as this device that only the list before had', () => {
    const facts = { isSignedInAnew: true, token: { ...SIGNED_IN_DESK, id: null } }
    expect(read('1:Desk 2', '1:Desk* 2 4:Desk', facts)).toBe('partial listUnclear: 1 2 4*')
    expect(read('1:Desk 2', '1:Desk* 2 4:Desk', { token: facts.token })).toBe('partial listUnclear: 1* 2 4')
  })
})

describe('a list of a service that marks this device', () => {
  it.each<[string, string, string | null, string, Partial<GradeFacts>?]>([
    ['is the first', '1* 2', null, 'good: 1* 2'],
    ['is the first, with two marks', '1* 2*', null, 'partial listUnclear: 1* 2*'],
    ['marks the same session', '1* 2', '1* 2 3', 'good: 1* 2'],
    ['renewed it in place', '1@9*', '1* 2', 'good: 1*'],
    ['marks another one', '1 2*', '1* 2', 'partial listUnclear: 1* 2'],
    ['marks two', '1* 2*', '1* 2 3', 'partial listUnclear: 1* 2 3'],
    ['marks none', '1 2', '1* 2', 'partial listUnclear: 1* 2'],
    ['lacks the marked one', '2 4', '1* 2', 'partial listPartial: 1* 2 4'],
    ['is of somebody else', '8* 9', '1* 2', 'foreign listForeign'],
    ['is of somebody else with a device of the same name', '8:Desk* 9', '1:Desk* 2', 'foreign listForeign'],
    ['is empty', '', '1* 2', 'foreign listEmpty'],
    [
      'has the session of a new token',
      '4:Desk* 2',
      '1:Desk* 2',
      'good: 2 4*',
      { isTokenNew: true, token: RENEWED },
    ],
    ['marks a new one', '4* 2', '1* 2', 'partial listUnclear: 1* 2 4', { isTokenNew: true }],
    [
      'marks one of another name',
      '4* 2',
      '1:Desk* 2',
      'partial listUnclear: 1* 2 4',
      { isTokenNew: true, token: RENEWED },
    ],
    ['marks that for the second time', '4* 2', '1* 2', 'good: 2 4*', { isTokenNew: true, markedBefore: 4 }],
    ['has that alone, by its name', '4:Desk*', '1:Desk*', 'good: 4*', { isTokenNew: true, markedBefore: 4 }],
    ['has another alone', '4*', '1*', 'foreign listForeign', { isTokenNew: true }],
    [
      'has another alone after a new sign-in',
      '4:Desk*',
      '1*',
      'good: 4*',
      { isSignedInAnew: true, token: SIGNED_IN_DESK },
    ],
    ['has that for the second time', '4*', '1*', 'good: 4*', { isSignedInAnew: true, markedBefore: 4 }],
    [
      'has one of another name after it',
      '4*',
      '1*',
      'partial listUnclear: 1* 4',
      { isSignedInAnew: true, token: { ...SIGNED_IN_DESK, id: null } },
    ],
    [
      'has one of another time after it',
      '4@3:Desk*',
      '1*',
      'partial listUnclear: 1* 4',
      { isSignedInAnew: true, token: { ...SIGNED_IN_DESK, id: null } },
    ],
    ['renewed it in place, and marks none', '1@9:Desk 2', '1:Desk* 2', 'partial listUnclear: 1* 2'],
    [
      'gave its id to the new sign-in or to another one',
      '1@4:Desk 2 4:Desk',
      '1* 2',
      'partial listUnclear: 1 2 4*',
      { isSignedInAnew: true, token: { ...SIGNED_IN_DESK, id: null } },
    ],
    ['has another device under its id', '1@9:Phone 2 4', '1:Desk* 2', 'partial listUnclear: 1 2 4'],
    [
      'marks none after a new sign-in that it shows',
      '1 4:Desk',
      '1* 2',
      'partial listUnclear: 1 2 4*',
      { isSignedInAnew: true, token: { ...SIGNED_IN_DESK, id: null } },
    ],
    [
      'shows two that may be that sign-in',
      '1 4:Desk 5@4:Desk',
      '1*',
      'partial listUnclear: 1* 4 5',
      { isSignedInAnew: true, token: { ...SIGNED_IN_DESK, id: null } },
    ],
    ['marks none after a new sign-in', '1 2', '1* 2', 'partial listUnclear: 1* 2', { isSignedInAnew: true }],
  ])('that %s', (_what, text, last, expected, facts = {}) => {
    expect(read(text, last, facts)).toBe(expected)
  })
})

describe('a mark where the marks before did not tell which session is this device', () => {
  const token = { id: 1, grantedAt: T0, origin: 'signIn' as const, deviceName: null }
  it.each<[string, string, string | null, string, Partial<GradeFacts>?]>([
    ['that the last good list lacked', '2 3*', '2', 'partial listUnclear: 2 3*'],
    ['that the list before had too', '2 3*', '2', 'good: 2 3*', { markedBefore: 3 }],
    ['on another row than in the list before', '2 3*', '2', 'partial listUnclear: 2 3*', { markedBefore: 2 }],
    ['of a renewed token', '2 3@4*', '2', 'good: 2 3*', { isTokenNew: true, token: RENEWED }],
    ['of a token of an earlier run', '2 3*', '2', 'partial listUnclear: 2 3*', { isTokenNew: true }],
    ['after a new sign-in', '2 3*', '2', 'good: 2 3*', { isSignedInAnew: true }],
    ['that a partial list lacked', '2 3*', '2', 'good: 2 3*', { isLastGood: false }],
    ['of an API token, which has no session', '2 3*', '2', 'good: 2 3*', { token: null }],
    [
      'beside the row with the id of the token',
      '1 3*',
      null,
      'partial listUnclear: 1* 3*',
      { token: { ...token, origin: null, deviceName: null } },
    ],
    [
      'beside that row, again',
      '1 3*',
      null,
      'good: 1 3*',
      { token: { ...token, origin: null, deviceName: null }, markedBefore: 3 },
    ],
    ['beside one with its id that is older than its sign-in', '1 3@0*', null, 'good: 1 3*', { token }],
    ['that did not begin with the sign-in', '2 3*', null, 'partial listUnclear: 2 3*', { token }],
    ['that began with it', '2 3@0*', null, 'good: 2 3*', { token }],
    [
      'beside the row of the sign-in, again',
      '4:Desk 3*',
      '4:Desk',
      'partial listUnclear: 3* 4',
      { token: { ...SIGNED_IN_DESK, id: null }, markedBefore: 3 },
    ],
    [
      'of the sign-in, beside another one',
      '4:Desk 3@4:Desk*',
      '4:Desk',
      'good: 3* 4',
      { token: { ...SIGNED_IN_DESK, id: null } },
    ],
    [
      'beside one with its id that is older than its renewal',
      '1 3*',
      null,
      'partial listUnclear: 1* 3*',
      { token: { ...token, origin: 'renewal' } },
    ],
    ['in a list of somebody else', '8 9*', '2', 'foreign listForeign'],
  ])('%s', (_what, text, last, expected, facts = {}) => {
    expect(read(text, last, facts)).toBe(expected)
  })
})

describe('a list in which nothing says which session is this device', () => {
  it.each<[string, string, string | null, string, Partial<GradeFacts>?]>([
    ['is the first', '2 3', null, 'good: 2 3'],
    ['follows an empty one', '2 3', '', 'good: 2 3'],
    ['has a row of the last one', '3 4', '2 3', 'good: 3 4'],
    ['has none', '8 9', '2 3', 'foreign listForeign'],
    ['has none after a new sign-in', '8 9', '2 3', 'good: 8 9', { isSignedInAnew: true }],
    ['is empty', '', '2 3', 'foreign listEmpty'],
    ['is empty, after this app ended all others', '', '2 3', 'good: ', { isEnded: ({ id }) => id > 1 }],
    [
      'is empty, after it ended some of them',
      '',
      '2 3',
      'foreign listEmpty',
      { isEnded: ({ id }) => id > 2 },
    ],
    ['is empty after a new sign-in', '', '2 3', 'foreign listEmpty', { isSignedInAnew: true }],
    ['is that of an API token, which has no session', '2 3', '1* 2', 'good: 2 3', { token: null }],
    [
      'has none, but marks this device by name and time',
      '4:Desk* 9',
      '2 3',
      'good: 4* 9',
      { token: SIGNED_IN_DESK },
    ],
    [
      'has none, but shows this device by name and time',
      '4:Desk 9',
      '2 3',
      'good: 4 9',
      { token: { ...SIGNED_IN_DESK, id: null } },
    ],
    [
      'has one that waits for a second list',
      '8 9',
      '2 3',
      'good: 8 9',
      { held: new Map([[8, { session: rowsOf('8')[0]! }]]) },
    ],
    [
      'has another with its id',
      '8@7 9',
      '2 3',
      'foreign listForeign',
      { held: new Map([[8, { session: rowsOf('8')[0]! }]]) },
    ],
    ['has none, and marks one', '8* 9', '2 3', 'foreign listForeign'],
    ['has none, and marks one of a new token', '8* 9', '2 3', 'foreign listForeign', { isTokenNew: true }],
    ['has none, and marks one for the second time', '8* 9', '2 3', 'good: 8* 9', { markedBefore: 8 }],
    [
      'has none, and marks one again for an API token',
      '8* 9',
      '2 3',
      'foreign listForeign',
      { markedBefore: 8, token: null },
    ],
    ['is the first of one, and empty', '', null, 'good: ', { token: null }],
  ])('that %s', (_what, text, last, expected, facts = {}) => {
    expect(read(text, last, facts)).toBe(expected)
  })
})

it.each(['1* 2 2@9:Other', '1* 2@9:Other 2'])(
  'keeps of two rows with one id the one that was listed before: %s',
  (text) => {
    const { sessions, unsureIds } = grade(text, '1* 2', withId(1))
    expect(sessions.map(({ name }) => name)).toEqual(['Device 1', 'Device 2'])
    expect([...unsureIds]).toEqual([2])
  },
)

it('loses no row of the last list unless it is good, ends with each id once, and never makes another device this one', () => {
  const row = anyApiSession({
    id: fc.integer({ min: 1, max: 6 }),
    name: fc.constantFrom('A', 'B'),
    createdAt: fc.constantFrom(null, T0, T0 + 1_000),
    isCurrent: fc.boolean(),
  })
  const facts = fc.record({
    token: fc.option(
      fc.record({
        id: fc.constantFrom(null, 1, 9),
        grantedAt: fc.constantFrom(null, T0),
        origin: fc.constantFrom('signIn' as const, null),
        deviceName: fc.constantFrom('A', null),
      }),
    ),
    idsAreSessions: fc.boolean(),
    isFirstOfToken: fc.boolean(),
    isTokenNew: fc.boolean(),
    isSignedInAnew: fc.boolean(),
    last: fc.option(fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 6 })),
    isLastGood: fc.boolean(),
    markedBefore: fc.constantFrom(null, 1),
  })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 6 }), fc.boolean(), facts, (rows, isPaged, given) => {
      const { grade: is, doubt, sessions, idsAreSessions } = gradeList(rows, isPaged, { ...FACTS, ...given })
      const ids = sessions.map(({ id }) => id)
      expect(is === 'good').toBe(doubt === null)
      if (is === 'foreign') return
      expect(new Set(ids).size).toBe(ids.length)
      const lost = (given.last ?? []).filter(({ id }) => !ids.includes(id))
      if (is === 'partial') expect(lost).toEqual([])
      const tokenId = given.token?.id ?? null
      const isListed = rows.some(({ id }) => id === tokenId)
      if (idsAreSessions && isListed)
        expect(sessions.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([tokenId])
    }),
  )
})

it.each<[string, string, Partial<GradeFacts>, number[]]>([
  ['another row than that of this device', '1 2* 3', {}, [2]],
  ['another row, without that of this device', '2* 3', {}, [2]],
  ['this device', '1* 2 3', {}, []],
  ['another row where ids tell', '1 2* 3', withId(1), []],
  ['two rows where nothing tells', '1* 2*', { last: null }, []],
  ['another row after a sign-in', '1 2* 3', { isSignedInAnew: true }, [2]],
  ['that for the second time', '1 2* 3', { isSignedInAnew: true, markedBefore: 2 }, []],
])(
  'a list that marks %s makes what it marks unsure only while it is in doubt',
  (_what, text, facts, unsure) => {
    expect([...grade(text, '1* 2 3', facts).unsureIds]).toEqual(unsure)
  },
)
