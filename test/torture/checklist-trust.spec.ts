import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './fixture.ts'
import { projectRoot } from '../support/project-root.ts'
import { describeRuntime } from '../support/runtime/find.ts'
import { checklist, type LooseBridge } from './checklist/checklist.ts'
import { load } from './checklist/page-attacks.ts'

// Electron's security checklist (https://www.electronjs.org/docs/latest/tutorial/security), points 16 to 20: whom main
// trusts, and with what. Each attack assumes code execution in the page.
const attack = checklist(
  test,
  /Could not load|Error occurred in handler|Refused: |Insecure Content-Security-Policy|Not allowed to (launch|navigate)/,
)

test('16 use a current version of Electron: the build targets 45; the fallback says what it is', async ({
  app,
  runtime,
}) => {
  const manifest = JSON.parse(await readFile(join(projectRoot(), 'package.json'), 'utf8')) as {
    devDependencies: { electron: string }
  }
  attack('the version built for', /^45\.\d+\.\d+$/.test(manifest.devDependencies.electron), true)
  const running = await app.inMain(() => process.versions.electron)
  const saysSo = describeRuntime(runtime).includes('for trying and testing only')
  attack('an old one that keeps silent', saysSo, Number(running.split('.')[0]) < 45)
})

test('17 validate the sender of all IPC messages: the own window at another address', async ({
  app,
  service,
}) => {
  const answers = await app.inMain(async ({ BrowserWindow, session: _s }, elsewhere) => {
    const [window] = BrowserWindow.getAllWindows()
    if (!window) throw new Error('There is no window')
    const { session } = window.webContents
    const ask = `sessionDesk.invoke('appState:get').then(() => 'answered', String)`
    const before = (await window.webContents.executeJavaScript(ask)) as string
    // The navigation guards and the dead proxy are removed: only the sender check is left.
    session.webRequest.onBeforeRequest(null)
    await session.setProxy({ mode: 'direct' })
    window.webContents.removeAllListeners('did-navigate')
    await window.loadURL(elsewhere)
    const after = (await window.webContents.executeJavaScript(ask)) as string
    await window.loadURL('app://session-desk/')
    return { before, after, again: (await window.webContents.executeJavaScript(ask)) as string }
  }, `${service.origin}/`)
  attack('asked from another origin', answers.after.includes('not a sender of this app'), true)
  attack('asked from our page', [answers.before, answers.again], ['answered', 'answered'])
})

test('18 avoid file:// and prefer custom protocols', async ({ page, app, profile }) => {
  attack('where the page comes from', await page.evaluate(() => location.origin), 'app://session-desk')
  for (const address of [
    `file://${profile}/x.png`,
    'app://session-desk/%2e%2e/%2e%2e/package.json',
    'app://other/index.html',
  ]) {
    attack(address, await page.evaluate(load, ['img', address] as const), 'refused')
  }
  const statuses = await app.inMain(async ({ BrowserWindow }) => {
    const { session } = BrowserWindow.getAllWindows()[0]?.webContents ?? {}
    // The pictures are of a type that it serves.
    const paths = [
      ...['', 'index.html', '%00', '/etc/passwd', 'index.html%00.png'],
      ...['../../', '%2e%2e/%2e%2e/'].map((up) => `${up}resources/icons/512x512.png`),
      ...['2f', '5c'].map((slash) => ['..', '..', 'resources', 'icons', '512x512.png'].join(`%${slash}`)),
    ]
    const addresses = [...paths.map((path) => `app://session-desk/${path}`), 'app://other/index.html']
    const answers = addresses.map(async (address) => session?.fetch(address).catch(() => null))
    return (await Promise.all(answers)).map((answer) => answer?.status ?? 'refused')
  })
  attack('its own files', statuses.slice(0, 2), [200, 200])
  for (const status of statuses.slice(2)) attack('a path out of its folder', status === 200, false)
  const file = await app.inMain(async ({ BrowserWindow }) => {
    const [own] = BrowserWindow.getAllWindows()
    const webPreferences = { session: own?.webContents.session } as never
    const window = new BrowserWindow({ show: false, webPreferences })
    const came = await window
      .loadURL('file:///etc/hostname')
      .then(() => 'loaded')
      .catch(() => 'refused')
    window.destroy()
    return came
  })
  attack('a file in the app’s session', file, 'refused')
})

test('19 check which fuses you can change: the app works without those that a package turns off', async () => {
  // A package sets the fuses; test/package reads them.
  const built = join(projectRoot(), 'out/main')
  const chunks = await readdir(join(built, 'chunks'))
  // All except the updater, which a package without a feed never loads.
  const loaded = chunks.filter((name) => /^app-.*\.cjs$/.test(name))
  const own = ['main.cjs', ...loaded.map((name) => `chunks/${name}`)]
  expect(own).toHaveLength(2)
  const code = (await Promise.all(own.map((name) => readFile(join(built, name), 'utf8')))).join('\n')
  const needs = [
    'ELECTRON_RUN_AS_NODE',
    'NODE_OPTIONS',
    'utilityProcess',
    '.fork(',
    'worker_threads',
    'file://',
  ]
  for (const need of needs) attack(`the app needs ${need}`, code.includes(need), false)
})

test('20 do not expose Electron APIs to untrusted web content', async ({ page }) => {
  const found = await page.evaluate(async () => {
    const { sessionDesk } = window as unknown as LooseBridge
    const event = new Promise<unknown[]>((resolve) =>
      sessionDesk['on']?.('appState:changed', (...all: unknown[]) => resolve(all)),
    )
    await sessionDesk['invoke']?.('settings:update', { theme: 'dark' })
    const received = await event
    const node = ['process', 'require', 'module', 'Buffer', 'global']
    const names = [...node, 'ipcRenderer', 'electron', 'webFrame', 'contextBridge']
    return {
      electron: names.filter((name) => name in window),
      bridge: Object.keys(sessionDesk),
      frozen: Object.isFrozen(sessionDesk),
      received: received.map((payload) => Object.keys(payload as object).sort()),
    }
  })
  attack('Electron in the page', found.electron, [])
  attack('the bridge', [found.bridge, found.frozen], [['invoke', 'on'], true])
  attack('what a listener is given', found.received.length, 1)
  attack('an event of Electron', found.received.flat().includes('sender'), false)
})
