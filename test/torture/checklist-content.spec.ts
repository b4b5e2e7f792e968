import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import type { TestApp } from '../support/app.ts'
import { expect, test as base } from './fixture.ts'
import { checklist, preferencesOf, type LooseBridge } from './checklist/checklist.ts'
import {
  askForPermissions,
  connectByWebRtc,
  load,
  runForeignCode,
  tryNetworkAccess,
} from './checklist/page-attacks.ts'

// Electron's security checklist (https://www.electronjs.org/docs/latest/tutorial/security), points 1 to 10: what the
// page is, and what it may run. Each attack assumes code execution in the page.
const test = base.extend({
  // Adds a camera and a microphone for the permission tests.
  app: async ({ launch }, use) => use(await launch('--use-fake-device-for-media-stream')),
})
const attack = checklist(test, /requires 'Trusted|Error occurred in handler|Refused: /)

test('1 only load secure content', async ({ page, service }) => {
  for (const tag of ['img', 'script', 'link', 'video', 'object', 'embed']) {
    attack(`${tag} over http`, await page.evaluate(load, [tag, `${service.origin}/x`] as const), 'refused')
  }
  const ways = await page.evaluate(tryNetworkAccess, `${service.origin}/x`)
  for (const [way, answer] of Object.entries(ways)) attack(way, answer, 'refused')
  await page.evaluate((to) => void navigator.sendBeacon(to, 'x'), service.origin)
  attack('requests that arrived', service.requests.length, 0)
})

test('1 only load secure content: no connection by WebRTC either', async ({ page, tolerate }) => {
  // The proxy where nothing listens.
  tolerate.origins('http://127.0.0.1:1')
  const arrived: string[] = []
  const tcp = createServer((socket) => (arrived.push('a TCP connection'), socket.destroy())).listen(
    0,
    '127.0.0.1',
  )
  const udp = createSocket('udp4').on('message', () => arrived.push('a datagram'))
  udp.bind(0, '127.0.0.1')
  await Promise.all([once(tcp, 'listening'), once(udp, 'listening')])
  const ports = { tcp: (tcp.address() as AddressInfo).port, udp: udp.address().port }
  const candidates = await page.evaluate(connectByWebRtc, ports)
  attack('candidates of WebRTC', candidates, [])
  attack('what arrived by WebRTC', arrived, [])
  tcp.close()
  udp.close()
})

test('2 do not enable Node.js integration', async ({ page, app }) => {
  const found = await page.evaluate(async () => {
    const names = ['process', 'require', 'module', 'exports', 'Buffer', 'global', '__dirname', 'setImmediate']
    const found = names.filter((name) => name in window)
    for (const name of ['node:fs', 'fs', 'electron']) {
      const isThere = await import(/* @vite-ignore */ name).then(Boolean).catch(() => false)
      if (isThere) found.push(name)
    }
    return found
  })
  attack('Node in the page', found, [])
  const all = await preferencesOf(app)
  attack('Node by preference', [all.nodeIntegration, all.nodeIntegrationInSubFrames], [false, false])
  attack('Node in workers', all.nodeIntegrationInWorker ?? false, false)
})

test('3 enable context isolation', async ({ page, app }) => {
  attack('the preference', (await preferencesOf(app)).contextIsolation, true)
  const found = await page.evaluate(async () => {
    const { sessionDesk } = window as unknown as LooseBridge
    const caught: string[] = []
    // Anything that the preload shares with the page would pass through these.
    const hook = (target: object, name: string): void => {
      const own = Reflect.get(target, name) as (...all: unknown[]) => unknown
      Reflect.set(target, name, function (this: unknown, ...all: unknown[]) {
        for (const object of [this, ...all]) {
          if (typeof object !== 'object' || object === null || object === sessionDesk) continue
          // The page's own bridge has an `invoke` too; another object with one is Electron's.
          if ('invoke' in object || 'sendSync' in object) caught.push(name)
        }
        return name === 'includes' || name === 'hasOwn' ? true : own.apply(this, all)
      })
    }
    hook(Array.prototype, 'includes')
    hook(Function.prototype, 'call')
    hook(Function.prototype, 'bind')
    hook(Promise.prototype, 'then')
    hook(Object, 'keys')
    hook(Object, 'hasOwn')
    const answer = sessionDesk['invoke']?.('vault:read', null) as Promise<unknown>
    const channel = await answer.then(String, String)
    const changed = [
      Reflect.set(sessionDesk, 'invoke', () => 'mine'),
      Reflect.deleteProperty(sessionDesk, 'on'),
      Reflect.defineProperty(sessionDesk, 'more', { value: 1 }),
      Reflect.set(window, 'sessionDesk', {}),
    ]
    return { caught, changed, channel }
  })
  attack('objects of the preload caught', found.caught, [])
  attack('the bridge changed', found.changed, [false, false, false, false])
  const refusal = found.channel.split(': ').slice(-2).join(': ')
  attack('a table of names overruled', refusal, 'Refused: not a request of this app')
})

test('4 enable process sandboxing: by preference, and by the system when not run as root', async ({
  page,
  app,
}) => {
  attack('the preference', (await preferencesOf(app)).sandbox, true)
  const isRoot = process.getuid?.() === 0
  const isOff = await hasSwitch(app, 'no-sandbox')
  // As root Chromium starts only without the sandbox, with a switch from outside.
  attack('the switch against it', isOff, isRoot)
  const made = await app.inMain(async ({ BrowserWindow, app: own }) => {
    const window = new BrowserWindow({ show: false, webPreferences: { sandbox: false } })
    type Preferences = { getLastWebPreferences(): { sandbox: boolean } }
    const { sandbox } = (window.webContents as unknown as Preferences).getLastWebPreferences()
    window.destroy()
    return { sandbox, isForced: !own.commandLine.hasSwitch('no-sandbox') }
  })
  attack('a window that asks for none', made.isForced && !made.sandbox, false)
  expect(await page.title()).not.toBe('')
})

test('5 handle session permission requests', async ({ page }) => {
  attack('permissions', await page.evaluate(askForPermissions), [])
})

test('6 do not disable webSecurity', async ({ page, app, profile }) => {
  attack('the preference', (await preferencesOf(app)).webSecurity, true)
  const picture = await page.evaluate(load, ['img', `file://${profile}/x.png`] as const)
  attack('a file as a picture', picture, 'refused')
  const ways = await page.evaluate(tryNetworkAccess, `file://${profile}/accounts/vault.json`)
  for (const [way, answer] of Object.entries(ways)) attack(`${way} of a file`, answer, 'refused')
})

/** The beginning of a policy that allows scripts from the app's files only. */
const OWN_FILES = /^default-src 'none'; script-src 'self';/

test('7 define a Content Security Policy', async ({ page, app }) => {
  const ran = await page.evaluate(runForeignCode)
  for (const [way, did] of Object.entries(ran)) attack(way, did, false)
  const base = await page.evaluate(() => {
    document.head.append(Object.assign(document.createElement('base'), { href: 'https://evil.example/' }))
    return document.baseURI
  })
  attack('another base', base.startsWith('app://session-desk/'), true)
  const style = await page.evaluate(() => {
    document.body.setAttribute('style', 'opacity: 0')
    return getComputedStyle(document.body).opacity
  })
  attack('an inline style', style, '1')
  const policies = await app.inMain(async ({ BrowserWindow }) => {
    const { session } = BrowserWindow.getAllWindows()[0]?.webContents ?? {}
    const paths = ['', 'index.html', 'nothing.html', 'nothing', '%00']
    const answers = await Promise.all(paths.map(async (path) => session?.fetch(`app://session-desk/${path}`)))
    return answers.map((answer) => answer?.headers.get('content-security-policy') ?? 'none')
  })
  for (const policy of policies) {
    attack('an answer without the policy', OWN_FILES.test(policy), true)
    attack('an unsafe word in it', /unsafe|\*|https?:/.test(policy), false)
  }
})

for (const [point, preference, allowed, name] of [
  ['8 do not enable', 'allowRunningInsecureContent', false, 'allow-running-insecure-content'],
  ['9 do not enable', 'experimentalFeatures', false, 'enable-experimental-web-platform-features'],
  ['10 do not use', 'enableBlinkFeatures', '', 'enable-blink-features'],
] as const)
  test(`${point} ${preference}`, async ({ app }) => {
    attack('the preference', (await preferencesOf(app))[preference] ?? '', allowed)
    attack('the switch', await hasSwitch(app, name), false)
  })

function hasSwitch(app: TestApp, name: string): Promise<boolean> {
  return app.inMain(({ app: own }, switchName) => own.commandLine.hasSwitch(switchName), name)
}
