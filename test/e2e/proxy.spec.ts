import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { ANA, test as probeTest, valueOf } from '../support/api-probe/fixture.ts'
import { expect } from '../support/fixture.ts'
import { signIn } from '../support/page-actions.ts'
import { startProxy, type Proxy, type ProxyManner } from '../support/proxy.ts'
import { startPracticeService } from '../service/start.ts'

// Names that do not resolve: only a proxy reaches them.
const FAR = 'http://desk.example'
const FAR_TLS = 'https://desk.example'
const ALL = '--proxy-bypass-list=<-loopback>'

/** Proxies that forward to the practice service, or to a given port. */
const test = probeTest.extend<{ proxyOf: (manner: ProxyManner, port?: number) => Promise<Proxy> }>({
  proxyOf: async ({ service, tolerate }, use) => {
    const proxies: Proxy[] = []
    tolerate.origins(FAR, FAR_TLS)
    await use(async (manner, port = Number(new URL(service.origin).port)) => {
      const proxy = await startProxy(manner, port)
      proxies.push(proxy)
      tolerate.origins(proxy.origin)
      return proxy
    })
    await Promise.all(proxies.map((proxy) => proxy.stop()))
  },
})
const base = (origin: string): string => `${origin}/api/v1`
const dataUrl = (script: string): string =>
  `data:application/x-ns-proxy-autoconfig;base64,${Buffer.from(script).toString('base64')}`
const pacOfAll = (proxy: Proxy): string =>
  `function FindProxyForURL() { return 'PROXY ${new URL(proxy.origin).host}' }`
const pacOf = (proxy: Proxy): string =>
  `function FindProxyForURL(url, host) { return host === 'desk.example' ? 'PROXY ${new URL(proxy.origin).host}' : 'DIRECT' }`

test.describe('the system’s proxy is used', () => {
  test('when a switch names it, from the first call on, for reads and writes', async ({
    launchProbe,
    proxyOf,
    token,
  }) => {
    const proxy = await proxyOf('open')
    const { askAt } = await launchProbe(`--proxy-server=${proxy.origin}`, ALL)
    expect(valueOf(await askAt('listSessions', base(FAR), token)).sessions).toHaveLength(1)
    expect(valueOf(await askAt('forgotPassword', base(FAR), ANA.email))).toBeNull()
    expect(proxy.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
      `GET ${FAR}/api/v1/auth/sessions`,
      `POST ${FAR}/api/v1/auth/password/forgot`,
    ])
  })

  for (const [how, switchesOf] of [
    ['switches', (proxy: Proxy) => [`--proxy-server=${proxy.origin}`, ALL]],
    ['a script', (proxy: Proxy) => [`--proxy-pac-url=${dataUrl(pacOfAll(proxy))}`]],
  ] as const) {
    test(`but never for a service on this computer, even if it is chosen by ${how}`, async ({
      launchProbe,
      proxyOf,
      token,
      service,
      tolerate,
    }) => {
      const proxy = await proxyOf('open')
      const named = service.baseUrl.replace('127.0.0.1', 'localhost')
      tolerate.origins(new URL(named).origin)
      const { askAt } = await launchProbe(...switchesOf(proxy))
      valueOf(await askAt('login', service.baseUrl, ANA))
      valueOf(await askAt('getMe', service.baseUrl, token))
      await askAt('listSessions', named, token)
      expect(service.requests.map(({ endpoint }) => endpoint)).toContain('POST /auth/login')
      expect(proxy.requests).toEqual([])
      valueOf(await askAt('listSessions', base(FAR), token))
      expect(proxy.requests).toHaveLength(1)
    })
  }

  test('when the environment names it', async ({ desktop, launchProbe, proxyOf, token }) => {
    const proxy = await proxyOf('open')
    desktop.env['http_proxy'] = proxy.origin
    const { askAt } = await launchProbe()
    valueOf(await askAt('listSessions', base(FAR), token))
    expect(proxy.requests).toHaveLength(1)
  })

  for (const from of ['a data URL', 'a server'] as const) {
    test(`when a script from ${from} chooses it, host by host`, async ({
      launchProbe,
      proxyOf,
      token,
      service,
      tolerate,
    }) => {
      const proxy = await proxyOf('open')
      const script = pacOf(proxy)
      const server = createServer((_asked, answer) => {
        answer.setHeader('Content-Type', 'application/x-ns-proxy-autoconfig').end(script)
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      tolerate.origins(origin)
      const { app, askAt } = await launchProbe(
        `--proxy-pac-url=${from === 'a server' ? `${origin}/proxy.pac` : dataUrl(script)}`,
      )
      valueOf(await askAt('listSessions', base(FAR), token))
      valueOf(await askAt('getMe', service.baseUrl, token))
      expect(proxy.requests.map(({ target }) => target)).toEqual([`${FAR}/api/v1/auth/sessions`])
      await app.quit()
      server.close()
    })
  }

  test('for https it only tunnels: an invalid certificate behind it stays invalid', async ({
    launchProbe,
    proxyOf,
    token,
    tolerate,
  }) => {
    tolerate.errors(/ssl_client_socket_impl|handshake failed/)
    const untrusted = await startPracticeService({ tls: true })
    const proxy = await proxyOf('open', Number(new URL(untrusted.origin).port))
    const { askAt } = await launchProbe(`--proxy-server=${proxy.origin}`)
    expect(await askAt('listSessions', base(FAR_TLS), token)).toEqual({ ok: false, failure: { kind: 'tls' } })
    expect(await askAt('login', base(FAR_TLS), ANA)).toEqual({ ok: false, failure: { kind: 'tls' } })
    expect(proxy.requests.map(({ method }) => method)).toEqual(['CONNECT', 'CONNECT'])
    expect(untrusted.requests).toEqual([])
    await untrusted.close()
  })
})

test.describe('a proxy that blocks a call', () => {
  const cases = [
    { manner: 'password', reason: 'proxyPassword' },
    { manner: 'broken', reason: 'proxy' },
  ] as const
  for (const { manner, reason } of cases) {
    test(`to an https address is "${reason}", for a write too: nothing was sent`, async ({
      launchProbe,
      proxyOf,
      token,
      service,
    }) => {
      const proxy = await proxyOf(manner)
      const { askAt } = await launchProbe(`--proxy-server=${proxy.origin}`)
      const failure = { ok: false, failure: { kind: 'offline', reason } }
      expect(await askAt('listSessions', base(FAR_TLS), token)).toEqual(failure)
      expect(await askAt('login', base(FAR_TLS), ANA)).toEqual(failure)
      expect(await askAt('revokeSession', base(FAR_TLS), token, 1)).toEqual(failure)
      expect(new Set(proxy.requests.map(({ method }) => method))).toEqual(new Set(['CONNECT']))
      expect(proxy.requests.flatMap(({ authorization }) => authorization ?? [])).toEqual([])
      expect(service.requests).toEqual([])
    })
  }

  test('because it is unreachable', async ({ launchProbe, proxyOf, token, service }) => {
    const proxy = await proxyOf('open')
    await proxy.stop()
    const { askAt } = await launchProbe(`--proxy-server=${proxy.origin}`)
    for (const address of [FAR, FAR_TLS]) {
      const failure = { ok: false, failure: { kind: 'offline', reason: 'proxy' } }
      expect(await askAt('listSessions', base(address), token)).toEqual(failure)
      expect(await askAt('login', base(address), ANA)).toEqual(failure)
    }
    expect(service.requests).toEqual([])
  })

  test('and asks for a password: gives a clear failure, no dialog and no password', async ({
    launch,
    proxyOf,
    service,
  }) => {
    const proxy = await proxyOf('password')
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
})
