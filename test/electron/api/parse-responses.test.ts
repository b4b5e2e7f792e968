import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  requiresTwoFactor,
  parseGrant,
  hasGrant,
  hasMorePages,
  parseSessions,
  parseUser,
} from '../../../electron/api/parse-responses.ts'
import type { ApiResponse } from '../../../electron/api/response.ts'
import { failed, ok } from '../../../electron/shared/result.ts'
import { userOf } from '../fake-service.ts'

const response = (json: unknown, skew: number | null = null): ApiResponse => ({
  status: 200,
  text: JSON.stringify(json),
  json,
  retryAfter: null,
  receivedAt: Date.UTC(2026, 0, 3),
  date: null,
  skew,
})
const ana = { id: 7, name: 'Ana', email: 'ana@example.com' }
const USED = '2026-01-02T03:04:05.123456Z'
const row = { id: 3, name: 'Firefox', last_used_at: USED, created_at: null, is_current: true }
const shape = failed({ kind: 'unexpectedAnswer', reason: 'shape' })

describe('parseUser', () => {
  it('parses all fields, and returns null for missing ones', () => {
    const user = { ...ana, id: '7', locale: 'fr', extra: {}, tenant: null }
    expect(parseUser(response({ success: true, data: { user } }))).toEqual(ok(userOf(7, ana)))
  })

  it('parses a tenant, and a user without a name', () => {
    const tenant = { id: '3', name: 'Acme', status: null }
    expect(parseUser(response({ data: { ...ana, name: null, tenant } }))).toMatchObject({
      value: { name: '', tenant: { id: 3, name: 'Acme', status: '' } },
    })
    expect(parseUser(response({ data: { ...ana, tenant: { ...tenant, status: 'active' } } }))).toMatchObject({
      value: { tenant: { status: 'active' } },
    })
  })

  it.each([[null], [[]], ['x'], [{ data: { user: { ...ana, id: {} } } }], [{ data: { user: { id: 1 } } }]])(
    'refuses %j',
    (json) => {
      expect(parseUser(response(json))).toEqual(shape)
    },
  )
})

describe('hasMorePages', () => {
  const session = { id: 1, name: 'A' }
  it.each<[boolean, object]>([
    [false, { data: { sessions: [session] } }],
    [false, { data: [session], meta: { current_page: 2, last_page: 2, total: 1 } }],
    [false, { data: [session], links: { next: null, prev: 'https://x' }, meta: 'none' }],
    [true, { data: [session], meta: { current_page: 1, last_page: 2 } }],
    [true, { data: [session], meta: { last_page: 2 } }],
    [true, { data: [session], meta: { total: 2 } }],
    [true, { data: [session], links: { next: 'https://x' } }],
    [true, { data: { sessions: [session], next_page_url: 'https://x' } }],
    [true, { data: { sessions: [session], pagination: { has_more: true } } }],
    [true, { data: { sessions: [session] }, next_cursor: 'abc' }],
  ])('is %s for %j', (expected, body) => {
    expect(hasMorePages(response(body), 1)).toBe(expected)
  })
})

describe('parseSessions', () => {
  const first = (change: object) => {
    const parsed = parseSessions(response({ data: { sessions: [{ ...row, ...change }] } }))
    return parsed.ok ? parsed.value[0] : parsed.failure
  }

  it('parses times with microseconds, without a zone as UTC, and null as never', () => {
    const ms = Date.UTC(2026, 0, 2, 3, 4, 5)
    const parsed = { id: 3, name: 'Firefox', createdAt: null, isCurrent: true }
    expect(first({})).toEqual({ ...parsed, lastUsedAt: ms + 123 })
    expect(first({ last_used_at: '2026-01-02 03:04:05' })).toEqual({ ...parsed, lastUsedAt: ms })
    expect(first({ last_used_at: null })).toEqual({ ...parsed, lastUsedAt: null })
  })

  it('accepts ids as digits, names nameless sessions by their id, and reads a missing is_current as false', () => {
    expect(first({ id: '31' })).toMatchObject({ id: 31 })
    expect(first({ name: null, is_current: undefined })).toMatchObject({ name: '#3', isCurrent: false })
    expect(first({ name: ' \u0009 ' })).toMatchObject({ name: '#3' })
  })

  it('keeps what the service sends beyond the API, as far as it is no secret', () => {
    expect(first({ ip: '203.0.113.7', api_token: 'x' })).toMatchObject({
      serviceFields: { ip: '203.0.113.7' },
    })
  })

  const unreadable = [null, 'x', undefined].map((id) => [row, { ...row, id }])
  it.each([...unreadable, 'none'])('refuses the whole list, so that no device is hidden: %j', (sessions) => {
    expect(parseSessions(response({ data: { sessions } }))).toEqual(shape)
  })

  it('ignores a time that is more than a day ahead of the service’s own', () => {
    const at = (day: number, skew: number | null) => {
      const change = { last_used_at: Date.UTC(2026, 0, day), created_at: Date.UTC(2026, 0, day) }
      const parsed = parseSessions(response({ data: [{ ...row, ...change }] }, skew))
      return parsed.ok && [parsed.value[0]?.lastUsedAt, parsed.value[0]?.createdAt]
    }
    expect(at(6, null)).toEqual([Date.UTC(2026, 0, 6), Date.UTC(2026, 0, 6)])
    expect(at(4, 0)).toEqual([Date.UTC(2026, 0, 4), Date.UTC(2026, 0, 4)])
    expect(at(6, 0)).toEqual(['unknown', null])
    expect(at(6, 2 * 86_400_000)).toEqual([Date.UTC(2026, 0, 6), Date.UTC(2026, 0, 6)])
  })

  it('accepts more rows than a person has, but not so many that the window would crash', () => {
    const rows = (count: number) =>
      parseSessions(response({ data: Array.from({ length: count }, () => row) }))
    expect(rows(20_000).ok).toBe(true)
    expect(rows(20_001)).toEqual(failed({ kind: 'unexpectedAnswer', reason: 'tooLarge' }))
  })
})

describe('parseGrant', () => {
  it('parses a token, its expiry and its user', () => {
    const data = { token: '12|abc', token_type: 'Bearer', expires_at: '2026-01-02T03:04:05Z', user: ana }
    const [issuedAt, expiresAt] = [Date.UTC(2026, 0, 3) + 5_000, Date.UTC(2026, 0, 2, 3, 4, 5)]
    const grant = { token: '12|abc', issuedAt, expiresAt, user: userOf(7, ana) }
    expect(parseGrant(response({ success: true, data }, 5_000))).toEqual(ok(grant))
  })

  it.each<[string, object]>([
    ['an end in words', { expires_at: 'never' }],
    ['a user without id', { user: { name: 'Ana', email: 'ana@example.com' } }],
    ['a user that is none', { user: [] }],
  ])('accepts a token beside %s', (_what, odd) => {
    const grant = { token: '12|abc', issuedAt: Date.UTC(2026, 0, 3), expiresAt: null, user: null }
    expect(parseGrant(response({ success: true, data: { token: '12|abc', ...odd } }))).toEqual(ok(grant))
  })

  it('accepts a token beside any other fields, with or without data', () => {
    const odd = fc.record({ expires_at: fc.jsonValue(), user: fc.jsonValue(), success: fc.jsonValue() })
    fc.assert(
      fc.property(odd, fc.jsonValue(), (beside, data) => {
        const granted = [{ data: { ...beside, token: '12|abc' } }, { ...beside, token: '12|abc' }]
        const top =
          typeof data === 'object' && data !== null && 'token' in data ? [] : [{ data, token: '12|abc' }]
        for (const json of [...granted, ...top]) {
          const grant = parseGrant(response(json))
          expect(grant.ok && grant.value.token).toBe('12|abc')
          const end = grant.ok ? grant.value.expiresAt : NaN
          expect(end === null || !Number.isNaN(new Date(end).getTime())).toBe(true)
        }
      }),
    )
  })

  it('finds a grant in a success only', () => {
    const json = { success: false, data: { token: '12|abc' } }
    const at = (status: number) => hasGrant({ ...response(json), status })
    expect([200, 201, 202, 299].map(at)).toEqual([true, true, true, true])
    expect([199, 300, 401, 403, 422, 500].map(at)).toEqual([false, false, false, false, false, false])
  })

  it.each(['', 'a b', 'a\r\nX: y', 5, null])('refuses a token that is not valid in a header: %j', (token) => {
    expect(parseGrant(response({ data: { token, expires_at: null } }))).toEqual(shape)
  })
})

it.each([
  [{ two_factor_required: true }, true],
  [{ data: { two_factor_required: 1 } }, true],
  [{ two_factor_required: false }, false],
  [{}, false],
])('requiresTwoFactor finds the flag at the top or under data, and nowhere else: %j', (json, isRequired) => {
  expect(requiresTwoFactor(response(json))).toBe(isRequired)
})
