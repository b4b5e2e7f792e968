import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixture.ts'

const refusals = [
  /Refused to|violates the|Failed to load|Not allowed to load|BLOCKED_BY_CSP|requires 'Trusted|Error occurred in handler/,
]

test.beforeEach(async ({ page, tolerate }) => {
  tolerate.errors(...refusals)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

/** Adds an element to the page and tells whether it loaded within its own events. */
async function loads(page: Page, tag: 'img' | 'script' | 'link', url: string): Promise<string> {
  return page.evaluate(
    ([name, address]) =>
      new Promise<string>((resolve) => {
        const element = document.createElement(name)
        element.addEventListener('load', () => resolve('loaded'))
        element.addEventListener('error', () => resolve('refused'))
        document.addEventListener('securitypolicyviolation', () => resolve('refused'))
        try {
          Object.assign(element, name === 'link' ? { rel: 'stylesheet', href: address } : { src: address })
        } catch {
          resolve('refused')
        }
        document.body.append(element)
      }),
    [tag, url] as const,
  )
}

test('the page has no Node, no Electron, and only the bridge’s two functions', async ({ page }) => {
  const seen = await page.evaluate(() => ({
    node: ['process', 'require', 'module', 'Buffer', 'global', 'ipcRenderer', 'electron'].filter(
      (name) => name in window,
    ),
    bridge: Object.keys((window as unknown as { desk: object }).desk),
    frozen: Object.isFrozen((window as unknown as { desk: object }).desk),
    origin: location.origin,
  }))
  expect(seen).toEqual({ node: [], bridge: ['ask', 'on'], frozen: true, origin: 'app://desk' })
})

test('the renderer is sandboxed, isolated, and without devtools or webviews in its preferences', async ({
  app,
}) => {
  const preferences = await app.inMain(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    const all = (
      contents as unknown as { getLastWebPreferences(): Record<string, unknown> }
    ).getLastWebPreferences()
    const { sandbox, contextIsolation, nodeIntegration, webviewTag, webSecurity } = all
    return { sandbox, contextIsolation, nodeIntegration, webviewTag, webSecurity }
  })
  expect(preferences).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    webSecurity: true,
  })
})

test('the policy is a header without unsafe words, on every answer', async ({ page }) => {
  const policy = await page.evaluate(async () => {
    const request = new XMLHttpRequest()
    request.open('GET', location.href, false)
    try {
      request.send()
    } catch {
      return 'no connection'
    }
    return request.getResponseHeader('content-security-policy')
  })
  expect(policy).toBe('no connection')
  // What Playwright runs is let through by the debugger; a timer's callback is the page's own.
  const refused = await page.evaluate(
    () =>
      new Promise<unknown[]>((resolve) =>
        setTimeout(() => {
          const attempts = [
            () => (0, eval)('1+1') as unknown,
            () => (document.createElement('div').innerHTML = '<img src=x onerror="window.pwned = 1">'),
          ]
          const names = attempts.map((attempt) => {
            try {
              return String(attempt())
            } catch (error) {
              return (error as Error).name
            }
          })
          resolve([...names, 'pwned' in window])
        }),
      ),
  )
  expect(refused).toEqual(['EvalError', 'TypeError', false])
})

test('nothing is loaded from anywhere but the app’s own files', async ({ page, service, profile }) => {
  expect(await loads(page, 'img', `${service.origin}/x.png`)).toBe('refused')
  expect(await loads(page, 'script', `${service.origin}/x.js`)).toBe('refused')
  expect(await loads(page, 'link', `${service.origin}/x.css`)).toBe('refused')
  expect(await loads(page, 'img', `file://${profile}/accounts/vault.json`)).toBe('refused')
  expect(await loads(page, 'img', 'app://desk/%2e%2e/%2e%2e/package.json')).toBe('refused')
  expect(await loads(page, 'img', 'app://other/index.html')).toBe('refused')
  expect(service.requests).toEqual([])
})

test('a frame inside the page shows nothing and reaches nobody', async ({ page, service }) => {
  for (const address of [service.origin, 'app://desk/', 'data:text/html,<p>x</p>']) {
    const inside = await page.evaluate(
      (src) =>
        new Promise<string>((resolve) => {
          const frame = document.createElement('iframe')
          frame.addEventListener('load', () =>
            resolve(frame.contentDocument?.body.textContent ?? 'out of reach'),
          )
          frame.src = src
          document.body.append(frame)
        }),
      address,
    )
    expect(inside, address).toBe('out of reach')
  }
  const urls = page
    .frames()
    .slice(1)
    .map((frame) => frame.url())
  expect(urls.filter((url) => !url.startsWith('chrome-error:'))).toEqual([])
  expect(service.requests).toEqual([])
})

test('the app scheme serves the renderer’s files and no others', async ({ app }) => {
  const statuses = await app.inMain(async ({ BrowserWindow }) => {
    const session = BrowserWindow.getAllWindows()[0]?.webContents.session
    const addresses = [
      'app://desk/',
      'app://desk/index.html',
      'app://desk/../main/main.js',
      'app://desk/..%2fmain%2fmain.js',
      'app://desk/%2e%2e/main/main.js',
      'app://desk/%00',
      'app://other/index.html',
    ]
    const answers = await Promise.all(
      addresses.map(async (address) => {
        const answer = await session?.fetch(address).catch(() => null)
        return [
          answer?.status ?? 'refused',
          answer?.headers.get('content-security-policy')?.slice(0, 18) ?? null,
        ]
      }),
    )
    return answers
  })
  const policy = "default-src 'none'"
  expect(statuses.slice(0, 2)).toEqual([
    [200, policy],
    [200, policy],
  ])
  for (const [status] of statuses.slice(2)) expect(status).not.toBe(200)
})
