import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changePassword } from '../../electron/api/password.ts'
import { getMe, isTokenRevoked } from '../../electron/api/profile.ts'
import { listSessions, revokeSession } from '../../electron/api/sessions.ts'
import { login } from '../../electron/api/sign-in.ts'
import type { Failure } from '../../electron/shared/failure.ts'
import { failed } from '../../electron/shared/result.ts'
import type { FaultInput } from '../service/faults/model.ts'
import { startPracticeService, type PracticeService } from '../service/start.ts'
import { nodeTransport } from './node-transport.ts'

const ANA = { email: 'ana@example.com', password: 'correct horse', deviceName: '' }

let service: PracticeService
let token: string

beforeEach(async () => {
  service = await startPracticeService({ scryptCost: 16 })
  await service.state.addUser({ ...ANA, name: 'Ana' })
  token = service.state.addSession(ANA.email).token
})
afterEach(() => service.close())

/** A short time limit only where a fault is to exceed it: a busy machine needs long for the others too. */
function transport(fault?: FaultInput) {
  const isSlow = fault?.kind === 'delay' || fault?.kind === 'drip'
  return nodeTransport(service.baseUrl, { time: isSlow ? 400 : 20_000, bytes: 100_000 })
}

describe('a read under faults', () => {
  const cases: [FaultInput, object][] = [
    [{ kind: 'delay', ms: 60_000 }, { kind: 'timeout' }],
    [{ kind: 'drip', everyMs: 200 }, { kind: 'timeout' }],
    [{ kind: 'endless' }, { kind: 'unexpectedAnswer', reason: 'tooLarge' }],
    [{ kind: 'refuse' }, { kind: 'offline', reason: 'interrupted' }],
    [{ kind: 'reset' }, { kind: 'offline', reason: 'interrupted' }],
    [
      { kind: 'reset', when: 'after' },
      { kind: 'offline', reason: 'interrupted' },
    ],
    [{ kind: 'truncated' }, { kind: 'offline', reason: 'interrupted' }],
    [
      { kind: 'truncated', variant: 'cut-json' },
      { kind: 'unexpectedAnswer', reason: 'notJson' },
    ],
    [{ kind: 'html' }, { kind: 'unexpectedAnswer', reason: 'html' }],
    [{ kind: 'wrong-types' }, { kind: 'unexpectedAnswer', reason: 'shape' }],
    [{ kind: 'redirect' }, { kind: 'unexpectedAnswer', reason: 'redirect' }],
    [
      { kind: 'redirect', location: 'https://evil.example/steal' },
      { kind: 'unexpectedAnswer', reason: 'redirect' },
    ],
    [
      { kind: 'status', status: 419 },
      { kind: 'misconfigured', reason: 'notTheApi' },
    ],
    [{ kind: 'status', status: 423, shape: 'empty' }, { kind: 'locked' }],
    [
      { kind: 'status', status: 503, shape: 'text' },
      { kind: 'server', status: 503 },
    ],
  ]
  it.each(cases)('%j', async (fault, failure) => {
    service.faults.add(fault)
    const answer = await listSessions(transport(fault), token)
    expect(answer).toMatchObject(failed(failure))
  })

  it('is retried after a broken connection, three times at most', async () => {
    service.faults.add({ kind: 'reset', calls: { first: 2 } })
    expect(await getMe(transport(), token)).toMatchObject({ ok: true })
    expect(service.countRequests('GET /auth/me')).toBe(3)
    service.faults.add({ kind: 'reset' })
    await getMe(transport(), token)
    expect(service.countRequests('GET /auth/me')).toBe(6)
  })

  it('works with a wrong content type and with a cookie, which is never sent back', async () => {
    service.faults.add({ kind: 'content-type' })
    service.faults.add({ kind: 'set-cookie' })
    expect(await getMe(transport(), token)).toMatchObject({ ok: true })
    await getMe(transport(), token)
    expect(service.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined])
  })

  it('says when to try again', async () => {
    service.faults.add({ kind: 'status', status: 429, headers: { 'retry-after': '30' } })
    const answer = await listSessions(transport(), token)
    const wait = !answer.ok && answer.failure.kind === 'rateLimited' ? answer.failure.retryAt - Date.now() : 0
    expect(Math.round(wait / 10_000)).toBe(3)
  })

  it('fails as offline when the service is unreachable', async () => {
    await service.goOffline()
    expect(await getMe(transport(), token)).toMatchObject(failed({ kind: 'offline', reason: 'refused' }))
  })

  it('rejects an untrusted certificate', async () => {
    const untrusted = await startPracticeService({ tls: true })
    try {
      expect(await getMe(nodeTransport(untrusted.baseUrl), token)).toEqual(failed({ kind: 'tls' }))
      expect(untrusted.requests).toEqual([])
    } finally {
      await untrusted.close()
    }
  })
})

describe('a write under faults', () => {
  const change = {
    currentPassword: ANA.password,
    password: 'a newer one',
    passwordConfirmation: 'a newer one',
  }

  it.each<[FaultInput, Failure]>([
    [{ kind: 'reset' }, { kind: 'outcomeUnknown' }],
    [{ kind: 'reset', when: 'after' }, { kind: 'outcomeUnknown' }],
    [
      { kind: 'delay', ms: 60_000 },
      { kind: 'outcomeUnknown', reason: 'timeout' },
    ],
    [{ kind: 'truncated' }, { kind: 'outcomeUnknown' }],
    [
      { kind: 'drip', everyMs: 200 },
      { kind: 'outcomeUnknown', reason: 'timeout' },
    ],
    [{ kind: 'endless' }, { kind: 'outcomeUnknown', reason: 'tooLarge' }],
  ])('%j: sent once, and its outcome is unknown', async (fault, failure) => {
    service.faults.add(fault)
    expect(await changePassword(transport(fault), token, change)).toEqual({
      result: failed(failure),
      answered: 'nothing',
    })
    expect(service.countRequests('POST /auth/password/change')).toBe(1)
  })

  it('reports "not sent" when nothing was sent', async () => {
    await service.goOffline()
    expect(await revokeSession(transport(), token, 1)).toMatchObject(
      failed({ kind: 'offline', reason: 'refused' }),
    )
  })

  it('treats a 401 of a public endpoint as a wrong password', async () => {
    service.faults.add({ kind: 'status', status: 401, endpoint: 'POST /auth/login' })
    expect(await login(transport(), ANA)).toMatchObject(failed({ kind: 'unauthenticated' }))
  })
})

describe('being signed out', () => {
  it('needs a 401 in JSON; a success disproves it; any other reply proves nothing', async () => {
    const check = async (fault: FaultInput): Promise<unknown> => {
      const remove = service.faults.add(fault)
      const answer = await isTokenRevoked(transport(), token)
      remove()
      return answer.ok ? answer.value : answer.failure.kind
    }
    expect(await check({ kind: 'status', status: 401 })).toBe(true)
    expect(await check({ kind: 'status', status: 401, shape: 'empty' })).toBe('unauthenticated')
    expect(await check({ kind: 'html', status: 401 })).toBe('unexpectedAnswer')
    expect(await check({ kind: 'status', status: 403 })).toBe(false)
    expect(await check({ kind: 'status', status: 419 })).toBe('misconfigured')
    expect(await check({ kind: 'status', status: 500 })).toBe('server')
    expect(await check({ kind: 'redirect' })).toBe('unexpectedAnswer')
    expect(await check({ kind: 'reset' })).toBe('offline')
  })
})
