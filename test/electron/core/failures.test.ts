import { describe, expect, it } from 'vitest'
import { noToken, type Failure } from '../../../electron/shared/failure.ts'
import { MAX_FAILURES, recordFailure, type FailureRecord } from '../../../electron/domain/failure-record.ts'
import { observed } from '../../../electron/api/transport.ts'
import { createFailures } from '../../../electron/core/failures.ts'
import { fakeClock, fakeLog } from '../fakes.ts'
import { BASE_URL, fakeService, type Answer } from '../fake-service.ts'

function setUp() {
  const clock = fakeClock()
  const log = fakeLog()
  const failures = createFailures(clock, log)
  const service = fakeService(clock)
  const transport = observed(service.transportTo(BASE_URL), [failures.observe])
  async function get(path: string, answer: Answer) {
    service.on(`GET ${path}`, () => answer)
    return transport.request({ method: 'GET', path, token: '7|canary', body: { password: 'canary' } })
  }
  const lines = () =>
    failures.last().map(({ operation, cause, host, count }) => `${operation} ${cause} ${host} ${count}`)
  return { log, failures, get, lines }
}

describe('the record of failures', () => {
  it('has failed calls without their ids, tokens, bodies or the service’s messages', async () => {
    const { failures, get, log, lines } = setUp()
    await get('/auth/sessions/31', { status: 403, body: { message: 'canary words' } })
    await get('/auth/me', { status: 503 })
    await get('/auth/sessions', { kind: 'offline', reason: 'proxy' })
    expect(lines()).toEqual([
      'GET /auth/sessions/{id} forbidden chat.example 1',
      'GET /auth/me server 503 chat.example 1',
      'GET /auth/sessions offline proxy chat.example 1',
    ])
    expect(log.lines).toHaveLength(3)
    expect(`${log.lines.join()}${JSON.stringify(failures.last())}`).not.toMatch(/canary|31/)
  })

  it('has no success, and every response is passed on', async () => {
    const { failures, get } = setUp()
    const response = await get('/auth/me', { status: 200, body: { a: 1 } })
    expect(response).toMatchObject({ ok: true, value: { json: { a: 1 } } })
    expect(failures.last()).toEqual([])
  })

  it('has a failure once, although callers pass it on', () => {
    const { failures, lines } = setUp()
    const failure: Failure = { kind: 'timeout' }
    failures.record('GET /auth/me', failure, BASE_URL)
    failures.record('session:refresh', failure)
    failures.record('session:refresh', { kind: 'timeout' })
    failures.record('session:list', { kind: 'timeout' }, 'no URL')
    expect(lines()).toEqual([
      'GET /auth/me timeout chat.example 1',
      'session:refresh timeout null 1',
      'session:list timeout unknown 1',
    ])
  })

  it.each<[Answer, string]>([
    [{ status: 401, body: '<html></html>' }, 'unexpectedAnswer html'],
    [{ status: 404, body: '<html></html>' }, 'misconfigured notTheApi'],
    [{ status: 405 }, 'misconfigured notTheApi'],
    [{ status: 419 }, 'misconfigured notTheApi'],
  ])('counts each failed call, also where all fail alike: %j', async (answer, cause) => {
    const { failures, get, lines } = setUp()
    for (let call = 0; call < 3; call++) await get('/auth/me', answer)
    for (let call = 0; call < 3; call++) failures.record('session:refresh', noToken())
    expect(lines()).toEqual([
      `GET /auth/me ${cause} chat.example 3`,
      'session:refresh unauthenticated null 3',
    ])
  })

  const first = { at: 1, operation: 'GET /', cause: 'tls', host: null }
  it.each([
    ['counts the same failure', {}, [2]],
    ['does not count another operation', { operation: 'GET /me' }, [1, 1]],
    ['does not count another cause', { cause: 'timeout' }, [1, 1]],
    ['does not count another host', { host: 'a' }, [1, 1]],
  ])('%s', (_case, part, counts) => {
    const kept = recordFailure(recordFailure([], first), { ...first, at: 2, ...part })
    expect(kept.map(({ count }) => count)).toEqual(counts)
    expect(kept.at(-1)).toMatchObject({ ...first, at: 2, ...part })
  })

  it('stays within its limit, and has the newest last', () => {
    const operations = Array.from({ length: MAX_FAILURES + 9 }, (_, index) => `GET /${index}`)
    const kept = operations.reduce<readonly FailureRecord[]>(
      (all, operation) => recordFailure(all, { ...first, operation }),
      [],
    )
    expect(kept.map(({ operation }) => operation)).toEqual(operations.slice(-MAX_FAILURES))
  })
})
