import { expect, it } from 'vitest'
import type { TokenOrigin } from '../../../../electron/core/domain/token-facts.ts'
import { createTokenOrigins } from '../../../../electron/features/auth/token-origins.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
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

function setUp() {
  const idle: string[] = []
  const origins = createTokenOrigins((baseUrl) => void idle.push(baseUrl))
  const begin = (path: string) => origins.observe({ method: 'POST', path }, BASE_URL)
  const originOf = (id: number, createdAt: number | null = null) =>
    origins.originOf(BASE_URL, { id, createdAt })
  return { idle, origins, begin, originOf }
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
  const { begin, originOf, origins } = setUp()
  begin('/auth/login')(replyWith('31|secret'))
  // An earlier session with the id, the one of the token, and one after it.
  for (const createdAt of [AT - 120_001, null, AT + 400, AT + 30_000])
    origins.listed(BASE_URL, [
      { id: 31, createdAt },
      { id: 32, createdAt },
    ])
  expect([AT - 120_001, null, AT + 400, AT + 30_000].map((at) => originOf(31, at))).toEqual([
    'signIn',
    'signIn',
    'signIn',
    null,
  ])
  begin('/auth/refresh')(replyWith('31|other'))
  expect(originOf(31, AT + 30_000)).toBe('renewal')
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
