import { describe, expect, it } from 'vitest'
import type { Account } from '../../../../electron/shared/account.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import {
  adjustConcurrency,
  INITIAL_CONCURRENCY,
  type TimedResponse,
} from '../../../../electron/features/revocation/domain/concurrency.ts'
import { createRevocationApi } from '../../../../electron/features/revocation/revocation-api.ts'
import { fakeClock, fakeLog, settled } from '../../fakes.ts'
import { accountOf, fakeService, type Answer } from '../../fake-service.ts'
import type { End } from '../../../../electron/features/revocation/domain/end.ts'
import { keyedRecord, keyFor, listsOver } from './lists-harness.ts'
import { recordLists } from './revocations-harness.ts'

interface Row {
  id: number
  name: string
  is_current: boolean
  created_at?: string
}

const SESSION: End = {
  ...{ key: keyFor(2), id: 2, createdAt: null, name: 'D2' },
  ...{ state: { is: 'queued' }, intents: new Set() },
}

/** The service's time, epoch ms. */
const NOW = Date.UTC(2030, 0, 1)
/** Nothing was taken back meanwhile. */
const ASKED = () => true

/** The requests of an account whose list has this device and another session; a DELETE takes 70 ms. */
async function setUp(answer: Answer = { status: 204 }) {
  const clock = fakeClock()
  const service = fakeService(clock, () => NOW)
  const state = {
    until: null as number | null,
    token: 't',
    account: accountOf(7) as Account | null,
    rows: [1, 2].map((id) => ({ id, name: `D${id}`, is_current: id === 1 })) as Row[],
  }
  const gateway = { ...service.gateway(() => state.token), rateLimitedUntil: () => state.until }
  service.on('GET /auth/sessions', () => ({ status: 200, body: { data: { sessions: state.rows } } }))
  service.on('DELETE /auth/sessions/2', () => (clock.jumpSteady(70), answer))
  const { recorded, onFetched } = recordLists()
  const lists = listsOver(gateway, clock, { recorded, onFetched })
  const concurrency = adjustConcurrency(INITIAL_CONCURRENCY, { kind: 'answered', ms: 5 })
  const deletes = { inFlight: 0, concurrency: { ...concurrency, limit: 6 } }
  const [log, answered] = [fakeLog(), [] as number[]]
  const api = createRevocationApi('a', deletes, {
    accounts: { get: () => state.account },
    lists,
    record: keyedRecord(),
    answered: (_accountId, { id }) => void answered.push(id),
    gateway,
    isOnline: () => false,
    clock,
    log,
  })
  return { api, answered, deletes, clock, state, lists, service, log, before: deletes.concurrency }
}

describe('a DELETE', () => {
  it.each<[Answer, TimedResponse]>([
    [{ status: 204 }, { kind: 'answered', ms: 70 }],
    [
      { status: 403, body: {} },
      { kind: 'answered', ms: 70 },
    ],
    [{ status: 429, body: {} }, { kind: 'rateLimited' }],
    [{ kind: 'offline', reason: 'refused' }, { kind: 'lost' }],
    [{ kind: 'tls' }, { kind: 'lost' }],
    [{ kind: 'outcomeUnknown' }, { kind: 'lost' }],
  ])(
    'with the answer %j changes how many may be pending, and is logged if it fails',
    async (answer, timed) => {
      const { api, deletes, lists, log, before } = await setUp(answer)
      await lists.refresh('a')
      const deleted = await api.revoke(SESSION, ASKED)
      expect(deletes).toEqual({ inFlight: 0, concurrency: adjustConcurrency(before, timed) })
      const isOk = 'status' in answer && answer.status === 204
      expect(deleted).toMatchObject({ ok: isOk })
      expect(log.lines).toHaveLength(isOk ? 0 : 1)
    },
  )

  it('is unclear, and pending no more, after a fault of the app', async () => {
    const { api, deletes, lists, log } = await setUp()
    await lists.refresh('a')
    const fault = (): never => {
      throw new TypeError('canary')
    }
    expect(await api.revoke(SESSION, fault)).toEqual(failed({ kind: 'outcomeUnknown' }))
    expect([deletes.inFlight, log.lines]).toEqual([
      0,
      ['session.revokeFault {"account":"a","error":"TypeError"}', expect.stringContaining('outcomeUnknown')],
    ])
  })

  it('is not sent during a pause, before a list, for this device, and for another session', async () => {
    const { api, state, lists, service } = await setUp()
    expect(await api.revoke(SESSION, ASKED)).toBe('listIsOld')
    await lists.refresh('a')
    expect(await api.revoke({ ...SESSION, id: 1, createdAt: null }, ASKED)).toBe('thisDevice')
    expect(await api.revoke({ ...SESSION, id: 9, createdAt: null }, ASKED)).toBe('notListed')
    state.token = 'another'
    expect(await api.revoke(SESSION, ASKED)).toBe('listIsOld')
    state.until = 5
    expect(await api.revoke(SESSION, ASKED)).toEqual(failed({ kind: 'rateLimited', retryAt: 5 }))
    expect(service.countRequests('DELETE')).toBe(0)
    Object.assign(state, { token: 't', until: null })
    expect(await api.revoke(SESSION, ASKED)).toEqual(ok(null))
  })

  it('is not sent for the session of its own token where none is marked, or suddenly another one', async () => {
    const { api, state, lists, service } = await setUp()
    const marked = state.rows
    Object.assign(state, { token: '2|secret', rows: marked.map((row) => ({ ...row, is_current: false })) })
    await lists.refresh('a')
    expect(await api.revoke(SESSION, ASKED)).toBe('thisDevice')
    expect(await api.revoke({ ...SESSION, id: 1, createdAt: null }, ASKED)).toMatchObject({ ok: false })
    expect(api.isListDoubtful()).toBe(false)
    state.rows = marked
    await lists.refresh('a')
    expect([await api.revoke(SESSION, ASKED), api.isListDoubtful()]).toEqual(['thisDevice', true])
    expect(service.countRequests('DELETE /auth/sessions/2')).toBe(0)
  })

  it('is sent by an unclear list for what is in it, but not for what may be this device or is not in it', async () => {
    const { api, state, lists, service } = await setUp()
    state.token = '4|secret'
    const rowOf = (id: number) => ({ id, name: `D${id}`, is_current: id === 1 || id === 3 })
    state.rows = [1, 2, 3, 4, 5, 5].map(rowOf)
    await lists.refresh('a')
    expect([lists.get('a').isUnclear, api.isListDoubtful()]).toEqual([true, true])
    const revoke = (id: number) => api.revoke({ ...SESSION, id }, ASKED)
    for (const id of [1, 3, 4]) expect(await revoke(id)).toBe('thisDevice')
    // 5 is in it twice.
    for (const id of [5, 9]) expect(await revoke(id)).toBe('listIsOld')
    expect(service.countRequests('DELETE')).toBe(0)
    expect(await revoke(2)).toEqual(ok(null))
  })

  it('waits for the end of a request for the list, if that lacks its session so far', async () => {
    const { api, state, lists, service, clock } = await setUp()
    await lists.refresh('a')
    state.rows = state.rows.filter(({ id }) => id !== SESSION.id)
    const refreshed = lists.refresh('a')
    await settled()
    await clock.advance(1_000)
    await refreshed
    const next = lists.refresh('a')
    expect(await api.revoke(SESSION, ASKED)).toBe('listIsOld')
    await next
    expect(await api.revoke(SESSION, ASKED)).toBe('notListed')
    expect(service.countRequests('DELETE')).toBe(0)
  })

  it('is not sent by an id that a list which waits for a second one gives to another session', async () => {
    const { api, state, lists, service, clock } = await setUp()
    const [own, other] = state.rows
    const since = (at: number): Row => ({ ...other!, created_at: new Date(at).toISOString() })
    state.rows = [own!, since(NOW - 2_000), { ...other!, id: 3 }]
    await lists.refresh('a')
    const end = { ...SESSION, createdAt: NOW - 2_000 }
    state.rows = [own!, since(NOW - 1_000)]
    const refreshed = lists.refresh('a')
    await settled()
    expect(lists.get('a').sessions).toHaveLength(3)
    expect(await api.revoke(end, ASKED)).toBe('listIsOld')
    await clock.advance(1_000)
    await refreshed
    expect(await api.revoke(end, ASKED)).toBe('notListed')
    expect(service.countRequests('DELETE')).toBe(0)
  })

  it('belongs to an account, which may be removed meanwhile', async () => {
    const { api, state } = await setUp()
    expect([api.isSignedIn(), api.isReachable()]).toEqual([true, false])
    state.account = accountOf(7, { baseUrl: 'http://localhost/api/v1', status: 'signedOut' })
    expect([api.isSignedIn(), api.isReachable()]).toEqual([false, true])
    state.account = null
    expect([api.isSignedIn(), api.isReachable()]).toEqual([false, false])
  })
})
