import { expect, test } from '../support/fixture.ts'

const refusals = [
  /Refused to|violates the|Failed to load|Not allowed to load|BLOCKED_BY_CSP|requires 'Trusted|Error occurred in handler/,
]

test.beforeEach(async ({ page, tolerate }) => {
  tolerate.errors(...refusals)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('it cannot be led away, and opens no window', async ({ app, page, service }) => {
  const before = page.url()
  await page.evaluate((address) => {
    window.open(address)
    window.open('about:blank')
    const link = Object.assign(document.createElement('a'), { href: address, target: '_blank' })
    document.body.append(link)
    link.click()
    location.href = address
  }, service.origin)
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  expect(page.url()).toBe(before)
  expect(await app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  expect(service.requests).toEqual([])
})

test('it is given no permission', async ({ page }) => {
  const answers = await page.evaluate(async () => {
    const media = await navigator.mediaDevices.getUserMedia({ audio: true }).then(
      () => 'granted',
      (error: unknown) => (error as Error).name,
    )
    const names = ['notifications', 'geolocation', 'clipboard-read'] as PermissionName[]
    const states = await Promise.all(
      names.map(async (name) => (await navigator.permissions.query({ name })).state),
    )
    return [media, ...states]
  })
  expect(answers).not.toContain('granted')
  expect(answers).not.toContain('prompt')
})

test('a foreign sender and a malformed payload are refused, with nothing in the refusal', async ({
  app,
  page,
}) => {
  const malformed = await page.evaluate(async () => {
    const { desk } = window as unknown as { desk: { ask(...all: unknown[]): Promise<unknown> } }
    const calls = [
      desk.ask('account:signIn', { server: 1 }),
      desk.ask('session:revoke', { accountId: 'a', sessionId: '1', extra: true }),
      desk.ask('vault:read', null),
    ]
    return (await Promise.allSettled(calls)).map((one) =>
      one.status === 'rejected' ? String(one.reason) : 'answered',
    )
  })
  expect(malformed).toEqual([
    expect.stringContaining('malformed'),
    expect.stringContaining('malformed'),
    expect.stringContaining('Not a request'),
  ])
  const foreign = await app.inMain(async ({ app: electronApp, BrowserWindow }) => {
    const [own] = BrowserWindow.getAllWindows()
    if (!own) throw new Error('There is no window')
    const preload = `${electronApp.getAppPath()}/out/preload/preload.cjs`
    const other = new BrowserWindow({
      show: false,
      webPreferences: { preload, session: own.webContents.session },
    })
    await other.loadURL('app://desk/')
    const answer = (await other.webContents.executeJavaScript(
      `desk.ask('desk:get').then(() => 'answered', (error) => String(error))`,
    )) as string
    other.destroy()
    return answer
  })
  expect(foreign).toContain('not a sender')
})

test('a second start hands over to the first and opens no file', async ({ app }) => {
  const second = await app.startAgain()
  expect(second.code).toBe(0)
  expect(await app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})
