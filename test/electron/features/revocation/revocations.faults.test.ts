import { describe, expect, it } from 'vitest'
import type { Events } from '../../../../electron/shared/events.ts'
import type { ApiSession } from '../../../../electron/core/domain/api-session.ts'
import { ok, type Result } from '../../../../electron/shared/result.ts'
import { revocationsOver } from './revocations-harness.ts'
import { listsOver } from './lists-harness.ts'
import { fakeClock, settled } from '../../fakes.ts'
import { fakeService, type Answer } from '../../fake-service.ts'

const rows = [1, 2, 3].map((id) => ({ id, name: `Device ${id}`, is_current: id === 1 }))

/** A service with set answers to a DELETE, whose list contains `left`. */
async function setUp() {
  const clock = fakeClock()
  const service = fakeService(clock)
  const state = { left: rows, throwing: false }
  service.on('GET /auth/sessions', () => ({ status: 200, body: { data: { sessions: state.left } } }))
  const gateway = service.gateway(() => {
    if (state.throwing) throw new Error('ENOSPC')
    return 't'
  })
  const lists = listsOver(gateway, clock)
  const received: Events['session:revoked'][] = []
  const receive = (event: Events['session:revoked']): void => void received.push(event)
  const { revocations } = revocationsOver({ lists, gateway, clock, settled: receive })
  const first: Result<readonly ApiSession[]> = await lists.refresh('a')
  expect(first.ok).toBe(true)
  return { clock, service, state, lists, received, revocations }
}

describe('revoking a session with faults', () => {
  it('is not confirmed if the list cannot be fetched afterwards', async () => {
    const { service, revocations, received, clock } = await setUp()
    service.on('DELETE /auth/sessions/2', () => ({ status: 204 }))
    service.on('GET /auth/sessions', () => ({ kind: 'timeout' }))
    revocations.single.revoke('a', { id: 2, createdAt: null })
    await clock.advance(5_000)
    expect(received).toMatchObject([{ sessionId: 2, outcome: { kind: 'notConfirmed' } }])
    expect(revocations.hasPending()).toBe(false)
  })

  it('settles one account only if asked to', async () => {
    const { service, revocations, lists } = await setUp()
    await lists.refresh('b')
    revocations.single.revoke('a', { id: 2, createdAt: null })
    revocations.single.revoke('b', { id: 3, createdAt: null })
    await revocations.settle('a')
    expect(service.requests().filter((request) => request.startsWith('DELETE'))).toEqual([
      'DELETE /auth/sessions/2 t',
    ])
    expect(revocations.single.pending('b')).toMatchObject([{ sessionId: 3, phase: 'undoable' }])
  })

  it.each<[string, Answer]>([
    ['502', { status: 502 }],
    ['504', { status: 504 }],
    ['408', { status: 408 }],
  ])('by a gateway’s %s is not "failed" if the session is gone', async (_case, answer) => {
    const { service, state, revocations, received, clock } = await setUp()
    service.on('DELETE /auth/sessions/2', () => {
      state.left = rows.filter(({ id }) => id !== 2)
      return answer
    })
    revocations.single.revoke('a', { id: 2, createdAt: null })
    await clock.advance(5_000)
    expect(received.map(({ outcome }) => outcome.kind)).toEqual(['ended'])
  })

  it('neither stays open for ever nor blocks settling after an exception', async () => {
    const { state, revocations, received } = await setUp()
    revocations.single.revoke('a', { id: 2, createdAt: null })
    state.throwing = true
    await revocations.settle('a').catch(() => undefined)
    await settled()
    expect([revocations.hasPending(), revocations.single.pending('a'), received.length]).toEqual([
      false,
      [],
      1,
    ])
  })

  it.each([
    ['the list no longer has it', true, 'ended'],
    ['the list still has it', false, 'failed'],
  ] as const)('after the service became unreachable: %s', async (_case, isGone, outcome) => {
    const { service, state, revocations, received, clock } = await setUp()
    service.on('DELETE /auth/sessions/2', () => {
      if (isGone) state.left = rows.filter(({ id }) => id !== 2)
      return { kind: 'outcomeUnknown', reason: 'unreachable' }
    })
    revocations.single.revoke('a', { id: 2, createdAt: null })
    await clock.advance(60_000)
    expect(received.map(({ outcome: { kind } }) => kind)).toEqual([outcome])
    expect(service.requests().filter((request) => request.startsWith('DELETE'))).toHaveLength(1)
  })

  it('does not send it when the list no longer has it', async () => {
    const { service, state, revocations, received, clock, lists } = await setUp()
    revocations.single.revoke('a', { id: 2, createdAt: null })
    state.left = rows.filter(({ id }) => id !== 2)
    await lists.refresh('a')
    await clock.advance(10_000)
    expect(received.map(({ outcome: { kind } }) => kind)).toEqual(['alreadyGone'])
    expect(service.requests().filter((request) => request.startsWith('DELETE'))).toEqual([])
  })

  it('can be repeated after a failure', async () => {
    const { service, revocations, received, clock } = await setUp()
    service.on('DELETE /auth/sessions/2', () => ({ status: 403, body: {} }))
    revocations.single.revoke('a', { id: 2, createdAt: null })
    await clock.advance(5_000)
    expect(revocations.single.revoke('a', { id: 2, createdAt: null })).toEqual(ok(null))
    await clock.advance(5_000)
    expect(received.map(({ outcome }) => outcome.kind)).toEqual(['failed', 'failed'])
  })
})
