import { once } from 'node:events'
import { createServer } from 'node:net'
import { ANA, test, valueOf } from '../support/api-probe/fixture.ts'
import { expect } from '../support/fixture.ts'
import { startPracticeService } from '../service/start.ts'

test('stores and sends no cookie, also after a restart, uses no cache and sends no ETag', async ({
  launchProbe,
  service,
  token,
}) => {
  const tracking = service.faults.add({
    kind: 'set-cookie',
    value: 'tracker=canary; Path=/; Max-Age=31536000',
  })
  const first = await launchProbe()
  const me = () => first.askAt('getMe', service.baseUrl, token)
  for (let round = 0; round < 2; round++) {
    valueOf(await me())
    valueOf(await first.askAt('forgotPassword', service.baseUrl, ANA.email))
    valueOf(await first.askAt('updateMe', service.baseUrl, token, { name: 'Ana' }))
  }
  tracking()
  const headers = { 'cache-control': 'public, max-age=31536000', etag: '"canary"', expires: '2099' }
  const cacheable = service.faults.add({ kind: 'status', status: 200, headers, endpoint: 'GET /auth/me' })
  for (let call = 0; call < 3; call++) await me()
  cacheable()
  expect(valueOf(await me()).email).toBe(ANA.email)
  expect(service.countRequests('GET /auth/me')).toBe(6)
  await first.app.quit()
  const second = await launchProbe()
  valueOf(await second.askAt('getMe', service.baseUrl, token))
  valueOf(await second.askAt('forgotPassword', service.baseUrl, ANA.email))
  expect(service.requests).toHaveLength(12)
  for (const name of ['cookie', 'if-none-match', 'if-modified-since'])
    expect(service.requests.flatMap((request) => request.headers[name] ?? [])).toEqual([])
})

test('reads and writes work again after the network process died, also in the middle of a call', async ({
  launchProbe,
  service,
  token,
  tolerate,
}) => {
  tolerate.errors(/Network service crashed, restarting service/)
  const { app, askAt } = await launchProbe()
  const read = () => askAt('getMe', service.baseUrl, token)
  const write = () => askAt('updateMe', service.baseUrl, token, { name: 'Ana' })
  const kill = () =>
    app.inMain(({ app: electronApp }) => {
      const all = electronApp.getAppMetrics()
      const own = all.find(({ serviceName }) => serviceName === 'network.mojom.NetworkService')
      if (own) process.kill(own.pid, 'SIGKILL')
      return own !== undefined
    })
  for (const isAskedMeanwhile of [false, true]) {
    for (const call of [read, write, write]) valueOf(await call())
    service.clearRequests()
    const remove = service.faults.add({ kind: 'delay', ms: 500, when: 'after', endpoint: 'PATCH /auth/me' })
    const cut = isAskedMeanwhile ? write() : null
    if (cut) await expect.poll(() => service.countRequests('PATCH /auth/me')).toBe(1)
    expect(await kill()).toBe(true)
    if (cut) expect(await cut).toEqual({ ok: false, failure: { kind: 'outcomeUnknown' } })
    remove()
    await expect.poll(async () => (await read()).ok).toBe(true)
    for (const call of [write, write, write]) valueOf(await call())
    expect(service.countRequests('PATCH /auth/me')).toBe(cut ? 4 : 3)
  }
})

test('each name of this computer is 127.0.0.1, whatever listens at [::1]', async ({
  launchProbe,
  service,
  token,
  tolerate,
}) => {
  const arrived: string[] = []
  const impostor = createServer((socket) => {
    arrived.push('a connection')
    socket.destroy()
  })
  impostor.listen({ host: '::1', port: Number(new URL(service.origin).port), ipv6Only: true })
  await once(impostor, 'listening')
  const { app, askAt } = await launchProbe()
  for (const name of ['localhost', 'localhost.', 'desk.localhost', 'LocalHost']) {
    const origin = service.origin.replace('127.0.0.1', name)
    tolerate.origins(new URL(origin).origin)
    valueOf(await askAt('getMe', `${origin}/api/v1`, token))
    valueOf(await askAt('forgotPassword', `${origin}/api/v1`, ANA.email))
  }
  expect(service.requests).toHaveLength(8)
  const { network } = await app.evidence()
  expect([arrived, network.sockets.filter((socket) => socket.includes('::1'))]).toEqual([[], []])
  impostor.close()
})

test('fails every call to an untrusted certificate before anything is sent, maps each fault to its failure, and follows no redirect, with any method, to any host', async ({
  launchProbe,
  service,
  token,
  tolerate,
}) => {
  tolerate.errors(/ssl_client_socket_impl|handshake failed/)
  const untrusted = await startPracticeService({ tls: true })
  const { askAt } = await launchProbe()
  const failure = { ok: false, failure: { kind: 'tls' } }
  expect(await askAt('getMe', untrusted.baseUrl, token)).toEqual(failure)
  expect(await askAt('login', untrusted.baseUrl, ANA)).toEqual(failure)
  expect(await askAt('updateMe', untrusted.baseUrl, token, { name: 'Ana' })).toEqual(failure)
  expect(await askAt('revokeSession', untrusted.baseUrl, token, 1)).toEqual(failure)
  expect(untrusted.requests).toEqual([])
  await untrusted.close()

  // The practice service speaks plain HTTP: the handshake fails, with the code of any broken record, so that a call with a
  // token stays unclear.
  const plain = service.origin.replace('http:', 'https:')
  tolerate.origins(untrusted.origin, plain)
  const interrupted = { ok: false, failure: { kind: 'offline', reason: 'interrupted' } }
  const noHttps = { ok: false, failure: { kind: 'offline', reason: 'plainHttp' } }
  expect(await askAt('getMe', `${plain}/api/v1`, token)).toEqual(noHttps)
  expect(await askAt('login', `${plain}/api/v1`, ANA)).toEqual(noHttps)
  const unknown = { ok: false, failure: { kind: 'outcomeUnknown' } }
  expect(await askAt('updateMe', `${plain}/api/v1`, token, { name: 'Ana' })).toEqual(unknown)
  expect(service.requests).toEqual([])

  const elsewhere = await startPracticeService()
  const redirect = { ok: false, failure: { kind: 'unexpectedAnswer', reason: 'redirect' } }
  for (const status of [301, 302, 303, 307, 308]) {
    const remove = service.faults.add({ kind: 'redirect', status, location: `${elsewhere.baseUrl}/auth/me` })
    service.clearRequests()
    expect(await askAt('getMe', service.baseUrl, token)).toEqual(redirect)
    expect(await askAt('login', service.baseUrl, ANA)).toEqual(redirect)
    expect(await askAt('revokeSession', service.baseUrl, token, 1)).toEqual(redirect)
    expect(service.requests).toHaveLength(3)
    remove()
  }
  expect(elsewhere.requests).toEqual([])
  await elsewhere.close()

  const failing = async (kind: 'redirect' | 'reset' | 'truncated' | 'endless' | 'html'): Promise<unknown> => {
    const remove = service.faults.add({ kind })
    const answer = await askAt('listSessions', service.baseUrl, token)
    remove()
    return answer.ok ? 'no failure' : answer.failure
  }
  expect(await failing('redirect')).toEqual(redirect.failure)
  expect(await failing('reset')).toEqual(interrupted.failure)
  expect(await failing('truncated')).toEqual(interrupted.failure)
  expect(await failing('endless')).toEqual({ kind: 'unexpectedAnswer', reason: 'tooLarge' })
  expect(await failing('html')).toEqual({ kind: 'unexpectedAnswer', reason: 'html' })
  await service.goOffline()
  expect(await failing('html')).toEqual({ kind: 'offline', reason: 'refused' })
})

test('sends each write once although its connection is reset, and ends sessions in parallel over kept connections, where a request may arrive twice', async ({
  launchProbe,
  service,
  token,
}) => {
  const { askAt } = await launchProbe()
  for (const when of ['before', 'after'] as const) {
    valueOf(await askAt('getMe', service.baseUrl, token))
    // Over both connections that take turns, so that neither is new to the service.
    valueOf(await askAt('forgotPassword', service.baseUrl, ANA.email))
    valueOf(await askAt('forgotPassword', service.baseUrl, ANA.email))
    const posts = service.requests.filter(({ method }) => method === 'POST').slice(-2)
    expect(new Set(posts.map(({ connection }) => connection)).size).toBe(2)
    service.clearRequests()
    const remove = service.faults.add({ kind: 'reset', when })
    const open = { ok: false, failure: { kind: 'outcomeUnknown' } }
    expect(await askAt('login', service.baseUrl, ANA)).toEqual(open)
    expect(await askAt('updateMe', service.baseUrl, token, { name: 'Ana' })).toEqual(open)
    expect(await askAt('revokeSession', service.baseUrl, token, 999)).toEqual(open)
    remove()
    expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'DELETE'])
  }

  const endpoint = 'DELETE /auth/sessions/{id}'
  service.faults.add({ kind: 'delay', ms: 300, endpoint })
  const end = (id: number) => askAt('revokeSession', service.baseUrl, token, id)
  const all = (ids: number[]) => Promise.all(ids.map(end))
  const connections = () => [...new Set(service.requests.map(({ connection }) => connection))].toSorted()
  service.clearRequests()
  await all([901, 902, 903, 904, 905, 906])
  const used = connections()
  expect(used).toHaveLength(6)
  const ats = service.requests.map(({ at }) => at)
  expect(Math.max(...ats) - Math.min(...ats)).toBeLessThan(300)
  service.clearRequests()
  await all([911, 912, 913, 914, 915, 916])
  expect(connections()).toEqual(used)

  service.clearRequests()
  service.faults.add({ kind: 'reset', when: 'after', endpoint, calls: { nth: 1 } })
  const answers = await all([921, 922, 923, 924, 925, 926])
  expect(answers).toEqual(
    answers.map(() => ({ ok: false, failure: expect.objectContaining({ kind: 'notFound' }) })),
  )
  const numbers = service.requests.map(({ path }) => Number(path.split('/').at(-1)))
  expect(new Set(numbers)).toEqual(new Set([921, 922, 923, 924, 925, 926]))
  expect(numbers).toHaveLength(7)
})
