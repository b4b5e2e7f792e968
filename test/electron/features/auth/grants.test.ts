import { expect, it } from 'vitest'
import type { ApiResponse } from '../../../../electron/api/response.ts'
import { createGrants } from '../../../../electron/features/auth/grants.ts'
import { failed, ok, type Result } from '../../../../electron/shared/result.ts'
import { fakeClock } from '../../fakes.ts'

const [HERE, THERE] = ['https://a.example/api/v1', 'https://b.example/api/v1']
const AT = 1_800_000_000_500

const answer = (json: unknown = {}): Result<ApiResponse> =>
  ok({
    status: 200,
    json,
    text: JSON.stringify(json),
    retryAfter: null,
    receivedAt: AT - 60_000,
    date: AT,
    skew: 60_000,
  })
const token = (text: string): Result<ApiResponse> => answer({ success: true, data: { token: text } })

function setUp() {
  const clock = fakeClock()
  const grants = createGrants(clock)
  const call = (path: string, tokenId: number | null = null) =>
    grants.observe({ method: 'POST', path, tokenId }, HERE)
  /** The numbers of those sessions that are ours, which began at this time. */
  const ours = (createdAt: number | null, baseUrl = HERE) =>
    [1, 2, 3].filter((id) => grants.isGranted(baseUrl, { id, createdAt }))
  return { clock, grants, call, ours }
}

it('knows the sessions of tokens that were issued here or are in use, at their address', () => {
  const { call, ours } = setUp()
  call('/auth/login')(token('1|secret'))
  call('/auth/register')(token('secret'))
  call('/auth/sessions', 2)(answer())
  expect([ours(AT), ours(null), ours(AT, THERE)]).toEqual([[1, 2], [1, 2], []])
})

it.each([
  ['a logout', '/auth/logout', answer(), [1]],
  ['a sign-out everywhere', '/auth/logout-all', answer(), [1]],
  ['a renewal, whose service may keep it', '/auth/refresh', token('3|secret'), [1, 3]],
  ['a logout that failed', '/auth/logout', failed({ kind: 'timeout' }), [1]],
])(
  'after %s, takes an earlier session for ours, and a later one with its number not',
  (_what, path, given, earlier) => {
    const { call, ours } = setUp()
    call(path, 1)(given as Result<ApiResponse>)
    expect(ours(AT - 10_000)).toEqual(earlier)
    expect(ours(AT).includes(1)).toBe(!(given as Result<ApiResponse>).ok)
  },
)

it('forgets a token that the service refuses', () => {
  const { call, ours } = setUp()
  call('/auth/sessions', 1)(failed({ kind: 'unauthenticated' }))
  expect(ours(0)).toEqual([])
})

it('keeps the number that a renewal keeps', () => {
  const { call, ours } = setUp()
  call('/auth/refresh', 1)(token('1|other'))
  expect(ours(AT + 10_000)).toEqual([1])
})

it('tells whether a request for a token, or for the end of all, overlaps a list, and waits for it', async () => {
  const { clock, grants, call } = setUp()
  const since = clock.steady()
  expect(grants.isOpenSince(HERE, since)).toBe(false)
  const answered = [call('/auth/login'), call('/auth/logout-all', 1)]
  let isSettled = false
  const settled = grants.settled(HERE)?.then(() => (isSettled = true))
  expect(grants.settled(THERE)).toBeNull()
  expect([grants.isOpenSince(HERE, since), grants.isOpenSince(THERE, since)]).toEqual([true, false])
  await clock.advance(5)
  answered[0]!(failed({ kind: 'timeout' }))
  await Promise.resolve()
  expect(isSettled).toBe(false)
  answered[1]!(answer())
  await settled
  expect([grants.isOpenSince(HERE, since), grants.isOpenSince(HERE, clock.steady())]).toEqual([true, false])
})
