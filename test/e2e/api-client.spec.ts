import type { Grant } from '../../electron/api/parse-responses.ts'
import { ENDPOINT_NAMES } from '../service/endpoints.ts'
import { ANA, test, valueOf } from '../support/api-probe/fixture.ts'
import type { Client } from '../support/api-probe/main.ts'
import { expect } from '../support/fixture.ts'

test('every endpoint works over Electron’s own network stack', async ({ launchProbe, token, service }) => {
  const { askAt } = await launchProbe()
  const change = {
    currentPassword: ANA.password,
    password: 'a newer one',
    passwordConfirmation: 'a newer one',
  }
  const ask = <N extends keyof Client>(name: N, ...rest: unknown[]) => askAt(name, service.baseUrl, ...rest)

  const bruno = { email: 'bruno@example.com', password: 'battery staple', deviceName: '' }
  await service.state.addUser({ ...bruno, twoFactor: true })
  const carla = {
    ...bruno,
    email: 'carla@example.com',
    name: 'Carla',
    passwordConfirmation: bruno.password,
    termsAccepted: true,
  }

  expect(valueOf(await ask('login', ANA))).toMatchObject({
    kind: 'granted',
    grant: { user: { email: ANA.email } },
  })
  expect(valueOf(await ask('login', bruno))).toEqual({ kind: 'twoFactor' })
  expect(valueOf(await ask('verifyTwoFactor', bruno, service.state.codeFor(bruno.email)))).toHaveProperty(
    'token',
  )
  expect(valueOf(await ask('register', carla))).toMatchObject({ kind: 'granted' })
  expect(valueOf(await ask('getMe', token)).email).toBe(ANA.email)
  expect(valueOf(await ask('updateMe', token, { name: 'Ana Maria' }))?.name).toBe('Ana Maria')
  const other = service.state.addSession(ANA.email, { name: 'Old tablet' })
  expect(valueOf(await ask('listSessions', token)).sessions.map(({ id }) => id)).toContain(other.id)
  valueOf(await ask('revokeSession', token, other.id))
  const renewed: Grant = valueOf(await ask('refresh', token))
  expect([await ask('isTokenRevoked', token), await ask('isTokenRevoked', renewed.token)]).toEqual([
    { ok: true, value: true },
    { ok: true, value: false },
  ])
  valueOf((await ask('changePassword', renewed.token, change)).result)
  valueOf(await ask('forgotPassword', ANA.email))
  const reset = {
    token: service.outbox[0]?.token,
    email: ANA.email,
    password: 'the newest',
    passwordConfirmation: 'the newest',
  }
  valueOf(await ask('resetPassword', reset))
  valueOf(await ask('logout', renewed.token))
  valueOf(await ask('logoutAll', service.state.addSession(ANA.email).token))
  expect(service.state.sessionsOf(ANA.email)).toEqual([])
  expect(new Set(service.requests.map(({ endpoint }) => endpoint))).toEqual(new Set(ENDPOINT_NAMES))
})
