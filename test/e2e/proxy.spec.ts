import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { ANA, test as probeTest, valueOf } from '../support/api-probe/fixture.ts'
import { expect } from '../support/fixture.ts'
import { signIn } from '../support/page-actions.ts'
import { startProxy, type Proxy } from '../support/proxy.ts'
import { startPracticeService } from '../service/start.ts'

// Names that do not resolve: only a proxy reaches them.
const FAR = 'http://desk.example'
const FAR_TLS = 'https://desk.example'
const ALL = '--proxy-bypass-list=<-loopback>'

/** Proxies that forward to the practice service, or to a given port. */
const test = probeTest.extend<{ proxyTo: (port?: number) => Promise<Proxy> }>({
  proxyTo: async ({ service, tolerate }, use) => {
    const proxies: Proxy[] = []
    tolerate.origins(FAR, FAR_TLS)
    await use(async (port = Number(new URL(service.origin).port)) => {
      const proxy = await startProxy(port)
      proxies.push(proxy)
      tolerate.origins(proxy.origin)
      return proxy
    })
    await Promise.all(proxies.map((proxy) => proxy.stop()))
  },
})
const base = (origin: string): string => `${origin}/api/v1`
const tls = { ok: false, failure: { kind: 'tls' } }

test.describe('the system’s proxy is used, but never for a service on this computer', () => {
  test('when a switch names it, from the first call on, for reads and writes', async ({
    launchProbe,
    proxyTo,
    token,
    service,
    tolerate,
  }) => {
    const proxy = await proxyTo()
    const { askAt } = await launchProbe(`--proxy-server=${proxy.origin}`, ALL)
    expect(valueOf(await askAt('listSessions', base(FAR), token)).sessions).toHaveLength(1)
    expect(valueOf(await askAt('forgotPassword', base(FAR), ANA.email))).toBeNull()
    expect(proxy.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
      `GET ${FAR}/api/v1/auth/sessions`,
      `POST ${FAR}/api/v1/auth/password/forgot`,
    ])
    const named = service.baseUrl.replace('127.0.0.1', 'localhost')
    tolerate.origins(new URL(named).origin)
    valueOf(await askAt('login', service.baseUrl, ANA))
    valueOf(await askAt('getMe', service.baseUrl, token))
    await askAt('listSessions', named, token)
    expect(service.countRequests('POST /auth/login')).toBe(1)
    expect(proxy.requests).toHaveLength(2)
  })

  test('when the environment names it', async ({ desktop, launchProbe, proxyTo, token }) => {
    const proxy = await proxyTo()
    desktop.env['http_proxy'] = proxy.origin
    const { askAt } = await launchProbe()
    valueOf(await askAt('listSessions', base(FAR), token))
    expect(proxy.requests).toHaveLength(1)
  })

  test('when a script from a server chooses it', async ({
    launchProbe,
    proxyTo,
    token,
    service,
    tolerate,
  }) => {
    const proxy = await proxyTo()
    const script = `function FindProxyForURL() { return 'PROXY ${new URL(proxy.origin).host}' }`
    const server = createServer((_asked, answer) => {
      answer.setHeader('Content-Type', 'application/x-ns-proxy-autoconfig').end(script)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    tolerate.origins(origin)
    const { app, askAt } = await launchProbe(`--proxy-pac-url=${origin}/proxy.pac`)
    valueOf(await askAt('login', service.baseUrl, ANA))
    valueOf(await askAt('listSessions', base(FAR), token))
    valueOf(await askAt('getMe', service.baseUrl, token))
    expect(proxy.requests.map(({ target }) => target)).toEqual([`${FAR}/api/v1/auth/sessions`])
    await app.quit()
    server.close()
  })
})

test('for https a proxy only tunnels, and one that blocks or is unreachable fails a write too, unsent', async ({
  launchProbe,
  proxyTo,
  token,
  tolerate,
}) => {
  tolerate.errors(/ssl_client_socket_impl|handshake failed/)
  const untrusted = await startPracticeService({ tls: true })
  const proxy = await proxyTo(Number(new URL(untrusted.origin).port))
  const { askAt } = await launchProbe(`--proxy-server=${proxy.origin}`)
  expect(await askAt('listSessions', base(FAR_TLS), token)).toEqual(tls)
  expect(await askAt('login', base(FAR_TLS), ANA)).toEqual(tls)

  for (const [manner, reason] of [
    ['password', 'proxyPassword'],
    ['broken', 'proxy'],
  ] as const) {
    proxy.manner = manner
    const blocked = { ok: false, failure: { kind: 'offline', reason } }
    expect(await askAt('listSessions', base(FAR_TLS), token)).toEqual(blocked)
    expect(await askAt('login', base(FAR_TLS), ANA)).toEqual(blocked)
  }
  const failure = { ok: false, failure: { kind: 'offline', reason: 'proxy' } }
  expect(await askAt('revokeSession', base(FAR_TLS), token, 1)).toEqual(failure)
  expect(new Set(proxy.requests.map(({ method }) => method))).toEqual(new Set(['CONNECT']))
  expect(proxy.requests.flatMap(({ authorization }) => authorization ?? [])).toEqual([])

  await proxy.stop()
  for (const address of [FAR, FAR_TLS]) {
    expect(await askAt('listSessions', base(address), token)).toEqual(failure)
    expect(await askAt('login', base(address), ANA)).toEqual(failure)
  }
  expect(untrusted.requests).toEqual([])
  await untrusted.close()
})

test('a proxy that asks for a password: a clear failure, no dialog and no password', async ({
  launch,
  proxyTo,
  service,
}) => {
  const proxy = await proxyTo()
  proxy.manner = 'password'
  const app = await launch(`--server=${FAR_TLS}`, `--proxy-server=${proxy.origin}`, ALL)
  const page = await app.window()
  await signIn(page, ANA)
  await expect(page.getByRole('alert')).toContainText("This network's proxy asks for a password")
  expect(proxy.requests.map(({ method }) => method)).toEqual(['CONNECT'])
  expect(await app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  expect(await app.inMain(({ app: own }) => own.listenerCount('login'))).toBe(0)
  expect(proxy.requests.flatMap(({ authorization }) => authorization ?? [])).toEqual([])
  expect(service.requests).toEqual([])
})
