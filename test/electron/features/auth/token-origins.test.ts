import { describe, expect, it } from 'vitest'
import type { TokenOrigin } from '../../../../electron/domain/token-facts.ts'
import { createTokenOrigins } from '../../../../electron/features/auth/token-origins.ts'
import type { Failure } from '../../../../electron/shared/failure.ts'
import type { ApiResponse } from '../../../../electron/api/response.ts'
import { failed, ok, type Result } from '../../../../electron/shared/result.ts'
import type { ApiSession } from '../../../../electron/domain/api-session.ts'
import type { UnconfirmedSession } from '../../../../electron/shared/session.ts'
import { row } from '../activity/activity-harness.ts'
import { BASE_URL } from '../../fake-service.ts'

const AT = Date.UTC(2026, 0, 2)
const replyWith = (token: string) =>
  ok({
    status: 200,
    text: '',
    json: { data: { token } },
    retryAfter: null,
    receivedAt: AT,
    date: null,
    skew: 0,
  })

function setUp(unconfirmed: UnconfirmedSession[] = []) {
  const idle: string[] = []
  const clock = { now: () => AT, steady: () => clock.now() }
  const origins = createTokenOrigins({
    clock,
    unconfirmedSessions: { stored: () => unconfirmed },
    onIdle: (baseUrl) => void idle.push(baseUrl),
  })
  const begin = (path: string, deviceName: string | null = null, tokenId: number | null = null) =>
    origins.observe({ method: 'POST', path, deviceName, tokenId }, BASE_URL)
  /** A list of one of the users shows these sessions; `known` are the ids that were listed before. */
  const list = (
    sessions: ApiSession[],
    { userId = 7, known = [] as number[], former = [] as string[], areGuessed = false, skew = 0 } = {},
  ) =>
    origins.listed(BASE_URL, {
      ...{ sessions, userId, at: clock.now() + skew },
      isKnown: ({ id }) => known.includes(id),
      formerNames: () => ({ names: new Set(former), areGuessed }),
    })
  const originOf = (id: number, createdAt: number | null = null) =>
    origins.originOf(BASE_URL, { id, createdAt })
  return { idle, clock, origins, begin, list, originOf }
}

it.each<[string, string, TokenOrigin | null]>([
  ['/auth/login', '31|secret', 'signIn'],
  ['/auth/two-factor', '31|secret', 'signIn'],
  ['/auth/register', '31|secret', 'signIn'],
  ['/auth/refresh', '31|secret', 'renewal'],
  ['/auth/me', '31|secret', null],
  ['/auth/login', 'x31|secret', null],
  ['/auth/login', 'secret', null],
])('the origin of session 31, after %s answered %s, is %s', (path, token, origin) => {
  const { begin, originOf, origins } = setUp()
  begin(path)(replyWith(token))
  expect([originOf(31), originOf(0), originOf(1)]).toEqual([origin, null, null])
  expect(origins.originOf('https://other.example/api/v1', { id: 31, createdAt: null })).toBeNull()
})

it.each([
  [AT, 'signIn'],
  [AT + 120_000, 'signIn'],
  [AT + 120_001, null],
])('a session created at %s has the origin %s: a later one has a reused id', (createdAt, origin) => {
  const { begin, originOf } = setUp()
  begin('/auth/login')(replyWith('31|secret'))
  expect(originOf(31, createdAt)).toBe(origin)
})

it('a token has the session that a list showed first: a later one with its id is that of somebody else', () => {
  const { begin, list, originOf } = setUp()
  begin('/auth/login')(replyWith('31|secret'))
  // An earlier session with the id, the one of the token, and one after it.
  for (const createdAt of [AT - 120_001, null, AT + 400, AT + 30_000])
    list([row(31, { createdAt }), row(32, { createdAt })])
  expect([AT - 120_001, null, AT + 400, AT + 30_000].map((at) => originOf(31, at))).toEqual([
    'signIn',
    'signIn',
    'signIn',
    null,
  ])
  begin('/auth/refresh')(replyWith('31|other'))
  expect(originOf(31, AT + 30_000)).toBe('renewal')
})

describe('a sign-in that no id names', () => {
  const desk = (id: number, createdAt: number | null, part: Partial<ApiSession> = {}) =>
    row(id, { name: 'This desk', createdAt, ...part })
  const signedIn = replyWith('secret')
  const all = [31, 32, 33]

  it('accounts for one new session with its name of that time: the nearest, or else the marked one', () => {
    const { begin, list, originOf } = setUp()
    begin('/auth/login', 'This desk')(signedIn)
    list([desk(30, AT - 120_001), row(31, { createdAt: AT }), desk(29, null)])
    list([desk(31, AT - 60_000), desk(32, AT + 1_000), desk(33, AT)], { known: [33] })
    list([desk(31, AT - 60_000), desk(32, AT + 1_000), desk(33, AT)])
    expect([29, 30, ...all].map((id) => originOf(id, AT))).toEqual([null, null, null, 'signIn', null])
    begin('/auth/two-factor', 'This desk')(signedIn)
    list([desk(31, AT), desk(33, AT - 60_000, { isCurrent: true }), desk(32, AT)])
    expect(all.map((id) => originOf(id, AT - 60_000))).toEqual([null, 'signIn', 'signIn'])
    // A later session with that id is that of somebody else.
    expect(originOf(33, AT)).toBeNull()
    list([desk(31, AT)])
    expect(originOf(31, AT)).toBeNull()
  })

  it('is of its user, where the answer says who that is', () => {
    const { begin, list, originOf } = setUp()
    const json = { data: { token: 'secret', user: { id: 7, name: 'Ana', email: 'ana@example.com' } } }
    begin('/auth/login', 'This desk')({ ok: true, value: { ...signedIn.value, json } })
    list([desk(31, AT)], { userId: 8 })
    expect(originOf(31, AT)).toBeNull()
    list([desk(31, AT)], { userId: 0 })
    expect(originOf(31, AT)).toBe('signIn')
  })

  it.each<[string, Failure, TokenOrigin | null]>([
    ['was lost', { kind: 'outcomeUnknown' }, 'signIn'],
    ['was a refusal', { kind: 'unauthenticated' }, null],
  ])('counts if its answer %s; its time is then by this computer', (_what, failure, origin) => {
    const { begin, list, originOf } = setUp()
    const skew = 7_200_000
    begin('/auth/login', 'This desk')(failed(failure))
    begin('/auth/login')(failed({ kind: 'outcomeUnknown' }))
    list([desk(31, AT + skew)], { skew })
    expect(originOf(31, AT + skew)).toBe(origin)
  })

  it('counts if the last run ended before its answer', () => {
    const facts = { id: 'a', baseUrl: BASE_URL, name: null, at: AT - 60_000 }
    const { list, originOf } = setUp([
      { ...facts, cause: 'signIn', deviceName: 'This desk' },
      { ...facts, cause: 'signOut', deviceName: 'Old desk' },
      { ...facts, cause: 'signIn', deviceName: null },
    ])
    list([desk(31, AT - 59_000), row(32, { name: 'Old desk', createdAt: AT - 59_000 })])
    expect([31, 32].map((id) => originOf(id, AT - 59_000))).toEqual(['signIn', null])
  })

  it('accounts for the session of a renewal whose answer was lost, if it began just then', () => {
    for (const [since, origin] of [
      [5_000, 'renewal'],
      [5_001, null],
    ] as const) {
      const { begin, list, originOf } = setUp()
      begin('/auth/login', 'This desk')(signedIn)
      list([desk(30, AT)])
      begin('/auth/refresh')(failed({ kind: 'timeout' }))
      begin('/auth/refresh')(failed({ kind: 'forbidden' }))
      list([desk(31, AT + since), desk(32, AT + since), desk(33, AT, { isCurrent: true })], { known: [30] })
      expect(all.map((id) => originOf(id, AT + since))).toEqual([origin, null, null])
    }
  })

  it('is not the session of the token that fetched the list, if its own never arrived', () => {
    const { begin, list, originOf } = setUp()
    begin('/auth/login', 'This desk')(failed({ kind: 'timeout' }))
    list([desk(31, AT, { isCurrent: true }), desk(32, AT + 9_000)])
    expect(all.map((id) => originOf(id, AT))).toEqual([null, 'signIn', null])
  })

  it('with an id, has the session of its name: another one with that id is an earlier one', () => {
    const { begin, list, originOf } = setUp()
    begin('/auth/login', 'This desk')(replyWith('31|secret'))
    list([row(31, { createdAt: AT - 1_000 })])
    list([desk(31, AT)])
    expect([originOf(31, AT), originOf(31, AT + 1_000)]).toEqual(['signIn', null])
  })

  it('with an id, has no session that was listed before with that id, nor its time', () => {
    const { begin, list, originOf } = setUp()
    begin('/auth/login', 'This desk')(replyWith('31|secret'))
    list([desk(31, AT - 30_000)], { known: [31] })
    expect([originOf(31, AT - 30_000), originOf(31, AT)]).toEqual(['signIn', 'signIn'])
    list([desk(31, AT)])
    expect([originOf(31, AT), originOf(31, AT + 1)]).toEqual(['signIn', null])
  })

  it('may be renewed, and keeps a name that is guessed only if its session began just then', () => {
    for (const [areGuessed, since, origin] of [
      [true, 5_000, 'renewal'],
      [true, 5_001, null],
      [false, 5_001, 'renewal'],
    ] as const) {
      const { begin, list, originOf } = setUp()
      begin('/auth/refresh')(signedIn)
      list([desk(31, AT - since)], { former: ['This desk'], areGuessed })
      expect(originOf(31, AT - since)).toBe(origin)
    }
    const { begin, list, originOf } = setUp()
    begin('/auth/login', 'This desk')(signedIn)
    list([desk(31, AT - 5_001)], { areGuessed: true })
    expect(originOf(31, AT - 5_001)).toBe('signIn')
    // Once this app gave a name, none is guessed.
    begin('/auth/refresh')(signedIn)
    list([row(32, { name: 'Phone', createdAt: AT }), desk(33, AT)], { former: ['Phone'], areGuessed: true })
    expect([32, 33].map((id) => originOf(id, AT))).toEqual([null, 'renewal'])
  })

  it('may be renewed, and keeps a name that this app gave', () => {
    const { begin, list, originOf } = setUp()
    begin('/auth/login', 'This desk')(signedIn)
    list([desk(31, AT)])
    begin('/auth/refresh')(signedIn)
    list([row(33, { createdAt: AT }), desk(32, AT)], { known: [31] })
    expect(all.map((id) => originOf(id, AT))).toEqual(['signIn', 'renewal', null])
  })

  it('is one of the last twenty', () => {
    const { begin, list, originOf } = setUp()
    for (let at = 0; at < 21; at++) begin('/auth/login', `Desk ${at}`)(signedIn)
    list([row(31, { name: 'Desk 0', createdAt: AT }), row(32, { name: 'Desk 1', createdAt: AT })])
    expect([31, 32].map((id) => originOf(id, AT))).toEqual([null, 'signIn'])
  })
})

describe('a token of an earlier run', () => {
  const done = replyWith('') // The content of the answer does not matter.

  it.each<[string, string, Result<ApiResponse>, 'earlier' | null]>([
    ['a list', '/auth/sessions', done, 'earlier'],
    ['no answer', '/auth/logout', failed({ kind: 'timeout' }), 'earlier'],
    ['a logout', '/auth/logout', done, null],
    ['a sign-out everywhere', '/auth/logout-all', done, null],
    ['a renewal', '/auth/refresh', done, null],
    ['a refusal of the token', '/auth/sessions', failed({ kind: 'unauthenticated' }), null],
  ])('has its session, and after its end no later one: %s', (_what, path, response, origin) => {
    const { begin, originOf, origins } = setUp()
    const answered = begin(path, null, 31)
    expect([originOf(31, AT + 1), originOf(30)]).toEqual(['earlier', null])
    expect(origins.originOf('https://other.example/api/v1', { id: 31, createdAt: null })).toBeNull()
    answered(response)
    expect([originOf(31, AT), originOf(31, AT + 1)]).toEqual(['earlier', origin])
  })

  it('has none that began after its first use: another session may get the same number', () => {
    const { begin, originOf, list } = setUp()
    begin('/auth/sessions', null, 31)(done)
    expect([originOf(31, AT + 120_000), originOf(31, AT + 120_001)]).toEqual(['earlier', null])
    list([], { skew: -7_200_000 })
    expect([originOf(31, AT - 7_080_000), originOf(31, AT)]).toEqual(['earlier', null])
  })

  it('says nothing of a later session with the id of a token of this run', () => {
    const { begin, originOf } = setUp()
    begin('/auth/login')(replyWith('31|secret'))
    begin('/auth/sessions', null, 31)(done)
    expect([originOf(31, AT), originOf(31, AT + 120_001)]).toEqual(['signIn', null])
    // Once the token is over, its session did not begin after its first use.
    begin('/auth/me', null, 31)(failed({ kind: 'unauthenticated' }))
    expect([originOf(31, AT), originOf(31, AT + 1)]).toEqual(['signIn', null])
  })
})

it('a base URL is idle when the last request for a token is answered, whatever the answer', () => {
  const { idle, origins, begin } = setUp()
  const [first, second] = [begin('/auth/login'), begin('/auth/refresh')]
  begin('/auth/me')(failed({ kind: 'timeout' }))
  first(failed({ kind: 'timeout' }))
  expect([origins.hasPendingGrant(BASE_URL), idle]).toEqual([true, []])
  second(replyWith('31|secret'))
  expect([origins.hasPendingGrant(BASE_URL), idle]).toEqual([false, [BASE_URL]])
})
