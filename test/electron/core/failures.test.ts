import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../electron/shared/failure.ts'
import {
  MAX_FAILURES,
  recordFailure,
  type FailureRecord,
} from '../../../electron/core/domain/failure-record.ts'
import { observed } from '../../../electron/api/transport.ts'
import { createFailures } from '../../../electron/core/failures.ts'
import { fakeClock, fakeLog } from '../fakes.ts'
import { BASE_URL, fakeService } from '../fake-service.ts'

function setUp() {
  const clock = fakeClock()
  const log = fakeLog()
  const service = fakeService(clock)
  const failures = createFailures(clock, log)
  return {
    clock,
    log,
    service,
    failures,
    transport: observed(service.transportTo(BASE_URL), [failures.observe]),
  }
}
const linesOf = (failures: readonly FailureRecord[]): string[] =>
  failures.map(({ operation, cause, host, count }) => `${operation} ${cause} ${host} ${count}`)

describe('the record of failures', () => {
  it('records failed calls without their ids, tokens, bodies or the service’s messages', async () => {
    const { service, failures, transport, log } = setUp()
    const path = '/auth/sessions/31'
    service.on(`DELETE ${path}`, () => ({ status: 403, body: { message: 'canary words' } }))
    await transport.request({ method: 'DELETE', path, token: '7|canary', body: { password: 'canary' } })
    service.on('GET /auth/me', () => ({ status: 503 }))
    await transport.request({ method: 'GET', path: '/auth/me' })
    service.on('GET /auth/sessions', () => ({ kind: 'offline', reason: 'proxy' }))
    await transport.request({ method: 'GET', path: '/auth/sessions' })
    expect(linesOf(failures.last())).toEqual([
      'DELETE /auth/sessions/{id} forbidden chat.example 1',
      'GET /auth/me server 503 chat.example 1',
      'GET /auth/sessions offline proxy chat.example 1',
    ])
    expect(log.lines).toHaveLength(3)
    expect(`${log.lines.join()}${JSON.stringify(failures.last())}`).not.toMatch(/canary|31/)
  })

  it('records no success, and passes every reply on', async () => {
    const { service, failures, transport } = setUp()
    service.on('GET /auth/me', () => ({ status: 200, body: { a: 1 } }))
    expect(await transport.request({ method: 'GET', path: '/auth/me' })).toMatchObject({
      ok: true,
      value: { json: { a: 1 } },
    })
    expect(failures.last()).toEqual([])
  })

  it('records a failure once, although callers pass it on', () => {
    const { failures } = setUp()
    const failure: Failure = { kind: 'timeout' }
    failures.record('GET /auth/me', failure, BASE_URL)
    failures.record('session:refresh', failure)
    failures.record('session:refresh', { kind: 'timeout' })
    expect(linesOf(failures.last())).toEqual([
      'GET /auth/me timeout chat.example 1',
      'session:refresh timeout null 1',
    ])
  })

  it('stays within its limit, counts repetitions, and has the newest last', () => {
    const some = fc.record({
      at: fc.nat(),
      operation: fc.constantFrom(...Array.from({ length: 30 }, (_, index) => `GET /${index}`)),
      cause: fc.constantFrom('timeout', 'tls'),
      host: fc.constantFrom('a', null),
    })
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 100 }), (all) => {
        const kept = all.reduce<readonly FailureRecord[]>(recordFailure, [])
        expect(kept.length).toBeLessThanOrEqual(MAX_FAILURES)
        expect(kept.at(-1)).toMatchObject(all.at(-1) ?? {})
        expect(new Set(kept.map(({ operation, cause, host }) => `${operation} ${cause} ${host}`)).size).toBe(
          kept.length,
        )
      }),
    )
    const again = { at: 1, operation: 'GET /', cause: 'tls', host: null }
    expect(recordFailure(recordFailure([], again), { ...again, at: 2 })).toEqual([
      { ...again, at: 2, count: 2 },
    ])
  })
})
