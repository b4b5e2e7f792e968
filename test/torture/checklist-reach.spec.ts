import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { expect, test as base } from './fixture.ts'
import { navigateAway, NAVIGATION_METHODS, pageLocation } from './checklist/navigate-away.ts'
import { settle, tryToOpenWindows } from './checklist/navigate-away.ts'
import { checklist, preferencesOf } from './checklist/checklist.ts'

// Electron's security checklist (https://www.electronjs.org/docs/latest/tutorial/security), points 11 to 15: where the
// page can get to. Each attack assumes code execution in the page.
const test = base.extend({
  // A program of the desktop that opens links and records them.
  desktop: async ({ desktop }, use) => {
    const folder = join(desktop.folder, 'bin')
    const program = `#!/bin/sh\necho "$1" >> '${join(desktop.folder, 'opened.log')}'\n`
    await mkdir(folder)
    await writeFile(join(folder, 'xdg-open'), program, { mode: 0o755 })
    const path = `${folder}${delimiter}${desktop.env['PATH'] ?? ''}`
    await use({ ...desktop, env: { ...desktop.env, PATH: path } })
  },
})
const attack = checklist(
  test,
  /Could not load|Error occurred in handler|Refused: |Insecure Content-Security-Policy|Not allowed to (launch|navigate)/,
)

test('11 do not use allowpopups for WebViews', async ({ page, app, service }) => {
  const made = await page.evaluate((src) => {
    const view = document.createElement('webview')
    view.setAttribute('allowpopups', '')
    view.setAttribute('src', src)
    document.body.append(view)
    return 'getWebContentsId' in view
  }, service.origin)
  await page.evaluate(settle)
  attack('a webview in the page', made, false)
  attack('the preference', (await preferencesOf(app)).webviewTag, false)
  attack('contents', await app.inMain(({ webContents }) => webContents.getAllWebContents().length), 1)
  attack('requests', service.requests.length, 0)
})

test('12 verify WebView options before creation', async ({ app, service }) => {
  const after = await app.inMain(async ({ BrowserWindow, webContents, session }, src) => {
    const window = new BrowserWindow({ show: false, webPreferences: { webviewTag: true } })
    const attached = new Promise((resolve) => window.webContents.once('will-attach-webview', resolve))
    await window.loadURL('data:text/html,<p>x</p>')
    const tag = `<webview src="${src}" nodeintegration allowpopups disablewebsecurity></webview>`
    await window.webContents.executeJavaScript(`document.body.innerHTML = ${JSON.stringify(tag)}; 1`)
    await attached
    await new Promise((resolve) => setImmediate(resolve))
    const kinds = webContents.getAllWebContents().map((contents) => contents.getType())
    window.destroy()
    return { kinds, cookies: (await session.defaultSession.cookies.get({})).length }
  }, service.origin)
  attack('a webview where one could be', after.kinds.includes('webview'), false)
  attack('requests', service.requests.length, 0)
})

test('13 disable or limit navigation', async ({ page, app, service }) => {
  const before = page.url()
  const ours = ['app://session-desk/index.html?x', 'app://other/']
  for (const to of [service.origin, ...ours, 'file:///etc/passwd', 'data:text/html,x']) {
    for (const way of NAVIGATION_METHODS) {
      // A page that navigates away does not answer.
      await page.evaluate(navigateAway, [way, to] as const).catch(() => undefined)
      await page.evaluate(settle).catch(() => undefined)
      attack(`${way} to ${to}`, await page.evaluate(pageLocation).catch(String), [before, true])
    }
  }
  // The document of a frame at another origin is null.
  const frames = await page
    .locator('iframe')
    .evaluateAll((all: HTMLIFrameElement[]) =>
      all.map(({ contentDocument }) => contentDocument?.body.textContent ?? ''),
    )
  attack('frames that show something', frames.join(''), '')
  const urls = page.frames().map((frame) => frame.url())
  const elsewhere = urls.slice(1).filter((url) => url !== '' && !/^(chrome-error|about):/.test(url))
  attack('frames elsewhere', elsewhere, [])
  // Chromium navigates to these without an event; the page must return by itself.
  for (const to of ['about:blank', 'about:srcdoc']) {
    const leave = (empty: string): void => {
      Reflect.set(window, 'isOld', true)
      location.href = empty
    }
    // The page may close before it answers.
    await page.evaluate(leave, to).catch(() => undefined)
    const isBack = (): Promise<boolean> =>
      page.evaluate(() => !('isOld' in window) && document.querySelector('h1') !== null).catch(() => false)
    await expect.poll(isBack).toBe(true)
    attack(to, page.url(), before)
  }
  const history = await app.inMain(({ BrowserWindow }) => {
    const { webContents } = BrowserWindow.getAllWindows()[0] ?? {}
    return webContents?.navigationHistory.getAllEntries().map(({ url }) => url)
  })
  const isElsewhere = (url: string): boolean => !/^(app:\/\/session-desk\/|about:)/.test(url)
  attack('places gone to', history?.filter(isElsewhere), [])
  attack('requests', service.requests.length, 0)
})

test('14 disable or limit creation of new windows', async ({ page, app, service }) => {
  for (const to of [service.origin, 'about:blank', 'app://session-desk/', 'file:///etc/passwd', '']) {
    const opened = await page.evaluate(tryToOpenWindows, to)
    for (const [way, window] of Object.entries(opened)) attack(`${way} of ${to}`, window, 'none')
  }
  await page.evaluate(settle)
  const count = await app.inMain(({ BrowserWindow, webContents }) => [
    BrowserWindow.getAllWindows().length,
    webContents.getAllWebContents().length,
  ])
  attack('windows', count, [1, 1])
  attack('requests', service.requests.length, 0)
})

test('15 do not use shell.openExternal with untrusted content', async ({ page, app, desktop }) => {
  const log = join(desktop.folder, 'opened.log')
  const elsewhere = ['mailto:a@example.com', 'https://evil.example/', 'smb://evil.example/x']
  const addresses = [...elsewhere, 'file:///etc/passwd', 'session-desk://reset?token=x', 'vbscript:x']
  for (const to of addresses) {
    for (const way of NAVIGATION_METHODS) await page.evaluate(navigateAway, [way, to] as const)
    await page.evaluate(tryToOpenWindows, to)
  }
  await page.evaluate(settle)
  // An earlier request of the page would arrive before a later one.
  await app.inMain(({ shell }) => shell.openExternal('mailto:control@example.com'))
  await expect.poll(() => readFile(log, 'utf8').catch(() => '')).toContain('control@example.com')
  const opened = (await readFile(log, 'utf8')).trim().split('\n')
  attack('where the page is', await page.evaluate(pageLocation), ['app://session-desk/#sign-in', true])
  attack('programs started', opened, ['mailto:control@example.com'])
})
