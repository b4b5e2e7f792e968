import { describe, expect, it } from 'vitest'
import type { Events } from '../../../electron/contract/events.ts'
import type { ToldSession } from '../../../electron/domain/told-session.ts'
import { ok, type Result } from '../../../electron/contract/result.ts'
import type { Gateway } from '../../../electron/services/gateway.ts'
import { endingsOver } from './endings-stand.ts'
import { listsOver } from './lists-stand.ts'
import { fakeClock, settled } from '../fakes.ts'
import { fakeService, type Answer } from './fake-service.ts'

const rows = [1, 2, 3].map((id) => ({ id, name: `Device ${id}`, is_current: id === 1 }))

/** A service that answers a DELETE as told, and whose list holds what `left` says. */
async function setUp() {
  const clock = fakeClock()
  const service = fakeService(clock)
  const state = { left: rows, throwing: false }
  service.on('GET /auth/sessions', () => ({ status: 200, body: { data: { sessions: state.left } } }))
  const gateway: Gateway = {
    once: () => Promise.reject(new Error('not used')),
    as: async (_id, call) => {
      if (state.throwing) throw new Error('ENOSPC')
      return call(service.transportTo('https://x/api/v1'), 't')
    },
    quietUntil: () => null,
  }
  const lists = listsOver(gateway, clock)
  const heard: Events['session:settled'][] = []
  const hear = (event: Events['session:settled']): void => void heard.push(event)
  const { endings } = endingsOver({ lists, gateway, clock, settled: hear })
  const first: Result<readonly ToldSession[]> = await lists.check('a')
  expect(first.ok).toBe(true)
  return { clock, service, state, lists, heard, endings }
}

describe('ending a session, when something goes wrong', () => {
  it('says that it is not confirmed when the list cannot be had afterwards', async () => {
    const { service, endings, heard, clock } = await setUp()
    service.on('DELETE /auth/sessions/2', () => ({ status: 204 }))
    service.on('GET /auth/sessions', () => ({ kind: 'timeout' }))
    endings.revoke('a', { id: 2, createdAt: null })
    await clock.advance(5_000)
    expect(heard).toMatchObject([{ sessionId: 2, outcome: { kind: 'notConfirmed' } }])
    expect(endings.hasPending()).toBe(false)
  })

  it('settles the ends of one account only, when asked for one', async () => {
    const { service, endings, lists } = await setUp()
    await lists.check('b')
    endings.revoke('a', { id: 2, createdAt: null })
    endings.revoke('b', { id: 3, createdAt: null })
    await endings.settle('a')
    expect(service.asks().filter((ask) => ask.startsWith('DELETE'))).toEqual(['DELETE /auth/sessions/2 t'])
    expect(lists.get('b').ends).toMatchObject([{ sessionId: 3, phase: 'undoable' }])
  })

  it.each<[string, Answer]>([
    ['502', { status: 502 }],
    ['504', { status: 504 }],
    ['408', { status: 408 }],
  ])('a gateway’s %s does not make it "failed" when the session is gone', async (_case, answer) => {
    const { service, state, endings, heard, clock } = await setUp()
    service.on('DELETE /auth/sessions/2', () => {
      state.left = rows.filter(({ id }) => id !== 2)
      return answer
    })
    endings.revoke('a', { id: 2, createdAt: null })
    await clock.advance(5_000)
    expect(heard.map(({ outcome }) => outcome.kind)).toEqual(['ended'])
  })

  it('an exception below neither keeps an end for ever nor keeps anybody from settling', async () => {
    const { state, endings, lists, heard } = await setUp()
    endings.revoke('a', { id: 2, createdAt: null })
    state.throwing = true
    await endings.settle('a').catch(() => undefined)
    await settled()
    expect([endings.hasPending(), lists.get('a').ends, heard.length]).toEqual([false, [], 1])
  })

  it('is asked for again after it failed', async () => {
    const { service, endings, heard, clock } = await setUp()
    service.on('DELETE /auth/sessions/2', () => ({ status: 403, body: {} }))
    endings.revoke('a', { id: 2, createdAt: null })
    await clock.advance(5_000)
    expect(endings.revoke('a', { id: 2, createdAt: null })).toEqual(ok(null))
    await clock.advance(5_000)
    expect(heard.map(({ outcome }) => outcome.kind)).toEqual(['failed', 'failed'])
  })
})
