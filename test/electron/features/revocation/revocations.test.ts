import { describe, expect, it } from 'vitest'
import type { Events } from '../../../../electron/shared/events.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { fakeService, type Answer } from '../../fake-service.ts'
import { revocationsOver } from './revocations-harness.ts'
import { listsOver } from './lists-harness.ts'
import { fakeClock, settled } from '../../fakes.ts'

const row = (id: number, isCurrent = false) => ({ id, name: `Device ${id}`, is_current: isCurrent })

/** A service with three sessions; `onDelete` answers a DELETE. */
async function setUp() {
  const clock = fakeClock()
  const fake = fakeService(clock)
  const service = {
    rows: [row(1, true), row(2), row(3)],
    calls: (): string[] => fake.calls.map(({ endpoint }) => endpoint),
    onDelete: (id: number): Answer => {
      service.rows = service.rows.filter((other) => other.id !== id)
      return { status: 204 }
    },
  }
  fake.on('GET /auth/sessions', () => ({ status: 200, body: { data: { sessions: service.rows } } }))
  for (const id of [2, 3]) fake.on(`DELETE /auth/sessions/${id}`, () => service.onDelete(id))
  const gateway = fake.gateway()
  const lists = listsOver(gateway, clock)
  const settlements: Events['session:revoked'][] = []
  const revocations = revocationsOver({
    lists,
    gateway,
    clock,
    settled: (event) => settlements.push(event),
  }).revocations
  await lists.refresh('a')
  fake.calls.length = 0
  const deletes = () => service.calls().filter((line) => line.startsWith('DELETE'))
  return { service, clock, lists, settlements, revocations, deletes }
}

describe('revoking one session', () => {
  it('sends nothing for 5 seconds, then one DELETE, and is done when a fresh list confirms it', async () => {
    const { revocations, clock, deletes, service, settlements } = await setUp()
    expect(revocations.single.revoke('a', { id: 2, createdAt: null })).toEqual(ok(null))
    expect(revocations.single.pending('a')).toMatchObject([
      { sessionId: 2, name: 'Device 2', phase: 'undoable' },
    ])
    await clock.advance(4_999)
    expect(service.calls()).toEqual([])
    expect([2, 9].map((id) => revocations.isSent('a', { id, createdAt: null }))).toEqual([false, false])
    expect(revocations.hasPending()).toBe(true)
    expect(revocations.single.undo('a', 3)).toEqual(failed({ kind: 'notFound' }))
    await clock.advance(1)
    expect(service.calls()).toEqual(['DELETE /auth/sessions/2', 'GET /auth/sessions'])
    expect(settlements).toMatchObject([{ sessionId: 2, name: 'Device 2', outcome: { kind: 'ended' } }])
    expect(revocations.single.pending('a')).toEqual([])
    await clock.advance(60_000)
    expect(deletes()).toHaveLength(1)
  })

  it('sends nothing after Undo', async () => {
    const { revocations, clock, service } = await setUp()
    revocations.single.revoke('a', { id: 2, createdAt: null })
    await clock.advance(3_000)
    expect(revocations.single.undo('a', 2)).toEqual(ok(null))
    await clock.advance(60_000)
    expect([service.calls(), revocations.single.pending('a'), revocations.hasPending()]).toEqual([
      [],
      [],
      false,
    ])
  })

  it('refuses the current session, and one that is not listed', async () => {
    const { revocations, clock, service } = await setUp()
    expect(revocations.single.revoke('a', { id: 1, createdAt: null })).toEqual(failed({ kind: 'conflict' }))
    expect(revocations.single.revoke('a', { id: 99, createdAt: null })).toEqual(failed({ kind: 'notFound' }))
    await clock.advance(10_000)
    expect(service.calls()).toEqual([])
  })

  it('sends one DELETE however often it is requested', async () => {
    const { revocations, clock, deletes } = await setUp()
    revocations.single.revoke('a', { id: 2, createdAt: null })
    revocations.single.revoke('a', { id: 2, createdAt: null })
    await clock.advance(2_000)
    revocations.single.revoke('a', { id: 2, createdAt: null })
    await clock.advance(20_000)
    expect(deletes()).toHaveLength(1)
  })

  it('cannot be undone once it was sent', async () => {
    const { revocations, service } = await setUp()
    service.onDelete = () => ({ kind: 'forbidden' })
    revocations.single.revoke('a', { id: 2, createdAt: null })
    const settling = revocations.settle('a')
    expect(revocations.single.undo('a', 2)).toEqual(failed({ kind: 'conflict' }))
    expect(revocations.isSent('a', { id: 2, createdAt: null })).toBe(true)
    await settling
  })

  it.each([
    ['the answer was lost, but it was done', 'outcomeUnknown', true, 'ended'],
    ['the answer was lost before it was done', 'outcomeUnknown', false, 'failed'],
    ['it was gone already', 'notFound', true, 'alreadyGone'],
    ['it was refused', 'forbidden', false, 'failed'],
  ] as const)('reports the true outcome if %s', async (_case, kind, isGone, outcome) => {
    const { revocations, clock, service, settlements } = await setUp()
    service.onDelete = (id) => {
      if (isGone) service.rows = service.rows.filter((other) => other.id !== id)
      return { kind }
    }
    revocations.single.revoke('a', { id: 2, createdAt: null })
    await clock.advance(5_000)
    expect(settlements.map((event) => event.outcome.kind)).toEqual([outcome])
  })

  it('sends pending ones at once when the app quits', async () => {
    const { revocations, deletes, clock, settlements } = await setUp()
    revocations.single.revoke('a', { id: 2, createdAt: null })
    revocations.single.revoke('a', { id: 3, createdAt: null })
    await revocations.settle()
    await settled()
    expect(deletes()).toHaveLength(2)
    expect(settlements.map(({ outcome }) => outcome.kind)).toEqual(['ended', 'ended'])
    await clock.advance(10_000)
    expect(deletes()).toHaveLength(2)
  })
})
