import type { TestApp } from '../support/app.ts'
import { test as ownApp } from '../support/fixture.ts'
import { expect, test } from '../support/shared-app.ts'
import { ANA, waitForSessions, openSessions, chooseInMenu, refresh, signIn } from '../support/page-actions.ts'

const LIST = 'GET /auth/sessions'

const focusWindow = ({ BrowserWindow }: typeof Electron.CrossProcessExports) =>
  void BrowserWindow.getAllWindows()[0]?.emit('focus')

test.use({ ana: { name: 'Ana Ribeiro', tenant: 'Lagoa' } })

/** Records the labels of the last context menu, which no test can see, instead of showing it. */
async function recordMenus(app: TestApp): Promise<() => Promise<string[]>> {
  await app.inMain(({ Menu }) => {
    Menu.prototype.popup = function popup(this: Electron.Menu) {
      Object.assign(globalThis, { menu: this.items.map(({ label }) => label) })
    }
  })
  return () => app.inMain(() => (globalThis as { menu?: string[] }).menu ?? [])
}

ownApp(
  'signs in, stays signed in after a restart, signs out, remembers the server address, and asks for the list once although the window gets the focus',
  async ({ launch, service }) => {
    const first = await launch()
    const page = await first.window()
    await expect(page.getByLabel('Server address')).toHaveValue(service.baseUrl)
    await expect(page.getByLabel('Device name')).toHaveValue(/^Session Desk on .+/)
    const menu = await recordMenus(first)
    await page.getByLabel('Email').fill(ANA.email)
    await page.getByLabel('Email').selectText()
    await page.getByLabel('Email').click({ button: 'right' })
    await expect.poll(menu).toEqual(['Undo', 'Cut', 'Copy', 'Select all'])
    await page.getByLabel('Password').fill('typed')
    await page.getByLabel('Password').selectText()
    await page.getByLabel('Password').click({ button: 'right' })
    await expect.poll(menu).not.toContain('Copy')
    // The answer comes after the focus.
    service.faults.add({ kind: 'delay', ms: 300, endpoint: LIST })
    // No check comes by itself.
    await page.evaluate(() => window.sessionDesk.invoke('settings:update', { pollInterval: '5min' }))
    await openSessions(page, ANA)
    await first.inMain(focusWindow)
    await refresh(page)
    // The person's own is the only other one.
    expect(service.countRequests(LIST)).toBe(2)
    expect(service.requests[0]?.body).toMatchObject({
      device_name: expect.stringMatching(/^Session Desk on /),
    })
    await expect(page.getByRole('button', { name: 'Account menu' })).toContainText('Ana Ribeiro')
    await first.quit()
    expect(service.countRequests('POST /auth/logout')).toBe(0)

    const second = await launch()
    const again = await second.window()
    await expect.poll(() => service.countRequests(LIST)).toBe(3)
    await second.inMain(focusWindow)
    await waitForSessions(again)
    await refresh(again)
    expect(service.countRequests(LIST)).toBe(4)
    expect(service.countRequests('POST /auth/login')).toBe(1)

    await chooseInMenu(again, 'Sign out')
    await expect(again.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(again.getByRole('status')).toContainText('Ana Ribeiro is signed out.')
    expect(service.state.sessionsOf(ANA.email)).toEqual([])
    await expect(again.getByLabel('Server address')).toHaveValue(service.baseUrl)
    await second.quit()

    // The last switch wins, and an invalid one is ignored.
    const last = await (await launch('--server=')).window()
    await expect(last.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(last.getByLabel('Server address')).toHaveValue(service.baseUrl)
  },
)

test('requests the list once, and again after a new sign-in to the same account without /api/v1', async ({
  page,
  service,
}) => {
  await openSessions(page, ANA)
  // This request follows a list on the same connection: a second list would arrive before it.
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect.poll(() => service.countRequests('GET /auth/me')).toBe(2)
  expect(service.countRequests(LIST)).toBe(1)

  await chooseInMenu(page, 'Add account')
  await page.getByLabel('Server address').fill(`${service.origin}/`)
  // Behind a button, which a focus in the field replaces.
  const more = page.getByRole('button', { name: 'More', expanded: false })
  await expect(more).toBeVisible()
  await page.getByLabel('Device name').fill('Second desk')
  await expect(more).toHaveCount(0)
  await openSessions(page, ANA)
  await expect.poll(() => service.countRequests(LIST)).toBe(2)
  const names = service.state.sessionsOf(ANA.email).map(({ name }) => name)
  expect(names).toContain('Second desk')
})

test('a complete code submits itself, once, and waits for a click where it was put in whole', async ({
  app,
  page,
  service,
}) => {
  const bruno = { email: 'bruno@example.com', password: 'another good password' }
  await service.state.addUser({ ...bruno, name: 'Bruno', twoFactor: true })
  const sent = (): number => service.countRequests('POST /auth/two-factor')
  await signIn(page, bruno)
  const code = page.getByLabel('Verification code')
  const refused = page.getByRole('alert').filter({ hasText: "wasn't accepted" })
  await code.pressSequentially('000000')
  await refused.waitFor()
  // Typing replaces it.
  await page.keyboard.press('1')
  await expect(code).toHaveValue('1')
  await app.inMain(({ clipboard }) => clipboard.writeText(' 222 222 '))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('ControlOrMeta+V')
  await expect(code).toHaveValue('222222')
  await expect.poll(sent).toBe(2)

  await page.clock.install()
  await code.fill(service.state.codeFor(bruno.email))
  // As on a slow machine.
  await page.clock.fastForward(1_500)
  await page.getByRole('button', { name: 'Verify' }).click()
  await waitForSessions(page)
  expect(sent()).toBe(3)
})
