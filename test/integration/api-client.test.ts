import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changePassword, forgotPassword, resetPassword } from '../../electron/api/password.ts'
import { getMe, isTokenRevoked, updateMe } from '../../electron/api/profile.ts'
import { listSessions, revokeSession } from '../../electron/api/sessions.ts'
import { login, register, verifyTwoFactor } from '../../electron/api/sign-in.ts'
import { logout, logoutAll, refresh } from '../../electron/api/tokens.ts'
import type { Transport } from '../../electron/api/transport.ts'
import type { Result } from '../../electron/shared/result.ts'
import type { EndpointName } from '../service/endpoints.ts'
import type { SuccessBodies } from '../service/responses.ts'
import type { PracticeOptions } from '../service/options.ts'
import { startPracticeService, type PracticeService } from '../service/start.ts'
import { nodeTransport } from './node-transport.ts'

const ANA = { email: 'ana@example.com', password: 'correct horse', deviceName: 'Test bench' }
const BRUNO = { email: 'bruno@example.com', password: 'battery staple', deviceName: '' }
const CARLA = {
  name: 'Carla',
  email: 'carla@example.com',
  password: 'long enough',
  passwordConfirmation: 'long enough',
  deviceName: '',
  termsAccepted: true,
}

let service: PracticeService
let transport: Transport

async function start(options: PracticeOptions = {}): Promise<void> {
  service = await startPracticeService({ scryptCost: 16, ...options })
  await service.state.addUser({ ...ANA, name: 'Ana', timezone: 'America/Sao_Paulo', locale: 'pt-BR' })
  await service.state.addUser({ ...BRUNO, twoFactor: true })
  transport = nodeTransport(service.baseUrl)
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`failed: ${JSON.stringify(result.failure)}`)
  return result.value
}

async function signIn(): Promise<string> {
  const entry = valueOf(await login(transport, ANA))
  if (entry.next !== 'granted') throw new Error('a second step was asked for')
  return entry.grant.token
}

const isOver = async (token: string): Promise<boolean> => valueOf(await isTokenRevoked(transport, token))

beforeEach(() => start())
afterEach(() => service.close())

it.each<[EndpointName, () => Promise<Result<unknown>>]>([
  ['POST /auth/login', () => login(transport, ANA)],
  ['POST /auth/two-factor', () => verifyTwoFactor(transport, BRUNO, service.state.codeFor(BRUNO.email))],
  ['POST /auth/register', () => register(transport, CARLA)],
  ['POST /auth/refresh', async () => refresh(transport, await signIn())],
])('the token in a 2xx of %s counts, whatever its `success` says', async (endpoint, ask) => {
  const rewrite = (body: unknown) => ({ ...(body as object), success: false })
  service.faults.add({ kind: 'rewrite', endpoint, calls: { nth: 1 }, rewrite })
  expect(await ask()).toMatchObject({ ok: true })
})

describe('the 13 endpoints', () => {
  it('POST /auth/login gives a token and its user', async () => {
    const entry = valueOf(await login(transport, ANA))
    expect(entry).toMatchObject({ next: 'granted', grant: { expiresAt: null, user: { email: ANA.email } } })
    expect(service.requests[0]?.body).toEqual({
      email: ANA.email,
      password: ANA.password,
      device_name: 'Test bench',
    })
    expect(service.requests[0]?.headers).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/json',
    })
    expect(await login(transport, { ...ANA, password: 'wrong' })).toMatchObject({
      failure: { kind: 'invalid' },
    })
  })

  it('POST /auth/two-factor completes a login', async () => {
    expect(valueOf(await login(transport, BRUNO))).toEqual({ next: 'twoFactor' })
    expect(await verifyTwoFactor(transport, BRUNO, '000000')).toMatchObject({ failure: { kind: 'invalid' } })
    const grant = valueOf(await verifyTwoFactor(transport, BRUNO, service.state.codeFor(BRUNO.email)))
    expect(valueOf(await getMe(transport, grant.token)).email).toBe(BRUNO.email)
  })

  it('POST /auth/register creates a user', async () => {
    expect(valueOf(await register(transport, CARLA))).toMatchObject({ next: 'granted' })
    const again = await register(transport, CARLA)
    expect(again).toMatchObject({ failure: { kind: 'invalid', fields: { email: [expect.any(String)] } } })
  })

  it('GET and PATCH /auth/me', async () => {
    const token = await signIn()
    expect(valueOf(await getMe(transport, token))).toMatchObject({
      timezone: 'America/Sao_Paulo',
      emailVerified: true,
    })
    expect(valueOf(await updateMe(transport, token, { name: 'Ana Maria', locale: 'es' }))).toMatchObject({
      name: 'Ana Maria',
      locale: 'es',
    })
    expect(service.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
      name: 'Ana Maria',
      locale: 'es',
    })
  })

  it('POST /auth/refresh replaces the token', async () => {
    const token = await signIn()
    const renewed = valueOf(await refresh(transport, token))
    expect([await isOver(token), await isOver(renewed.token)]).toEqual([true, false])
  })

  it('POST /auth/logout ends this session, logout-all every one', async () => {
    const [first, second, third] = [await signIn(), await signIn(), await signIn()]
    valueOf(await logout(transport, first))
    expect([await isOver(first), await isOver(second)]).toEqual([true, false])
    valueOf(await logoutAll(transport, second))
    expect([await isOver(second), await isOver(third)]).toEqual([true, true])
  })

  it('GET and DELETE /auth/sessions', async () => {
    const token = await signIn()
    const other = service.state.addSession(ANA.email, { name: 'Old tablet', lastUsedAt: null })
    const listed = valueOf(await listSessions(transport, token))
    expect(listed.sessions).toMatchObject([
      { name: 'Test bench', isCurrent: true },
      { id: other.id, name: 'Old tablet', lastUsedAt: null, isCurrent: false },
    ])
    expect(Math.abs(listed.skew ?? Infinity)).toBeLessThan(5_000)
    valueOf(await revokeSession(transport, token, other.id))
    expect(await revokeSession(transport, token, other.id)).toMatchObject({ failure: { kind: 'notFound' } })
    expect(valueOf(await listSessions(transport, token)).sessions).toHaveLength(1)
  })

  it('POST /auth/password/forgot, reset and change', async () => {
    valueOf(await forgotPassword(transport, ANA.email))
    const recovery = service.outbox[0]?.token ?? ''
    const reset = {
      token: recovery,
      email: ANA.email,
      password: 'a newer one',
      passwordConfirmation: 'a newer one',
    }
    valueOf(await resetPassword(transport, reset))
    expect(await resetPassword(transport, reset)).toMatchObject({ failure: { kind: 'invalid' } })
    const { token } = service.state.addSession(ANA.email)
    const change = {
      currentPassword: 'a newer one',
      password: 'the newest',
      passwordConfirmation: 'the newest',
    }
    valueOf((await changePassword(transport, token, change)).result)
    expect(await service.state.hasPassword(ANA.email, 'the newest')).toBe(true)
  })
})

describe.each<SuccessBodies>(['data', 'message', 'no-content', 'empty'])(
  'where the answers that are not shown look like: %s',
  (successBodies) => {
    it('does everything', async () => {
      await service.close()
      await start({ successBodies })
      const token = await signIn()
      const updated = valueOf(await updateMe(transport, token, { name: 'Ana Maria' }))
      expect(updated?.name).toBe(successBodies === 'data' ? 'Ana Maria' : undefined)
      expect(valueOf(await getMe(transport, token)).name).toBe('Ana Maria')
      valueOf(await forgotPassword(transport, ANA.email))
      valueOf(await revokeSession(transport, token, service.state.addSession(ANA.email).id))
      valueOf(await logout(transport, token))
    })
  },
)
