import { violations } from '../support/checks/axe.ts'
import { expect, test } from '../support/shared-app.ts'
import { inDock, rows, waitForSessions, signIn } from '../support/page-actions.ts'
import { askForMail, MAIL_SENT, openReset, sendReset } from '../support/recovery-actions.ts'
import { fillRegistration, LIA, openRegister, sendRegistration } from '../support/registration-actions.ts'

const BRUNO = { email: 'bruno@example.com', password: 'another good password' }

test.beforeEach(async ({ service }) => {
  await service.state.addUser({ ...BRUNO, name: 'Bruno Alves', tenant: 'Lagoa', twoFactor: true })
  service.state.addSession(BRUNO.email, { name: 'iPhone 15', lastUsedAt: Date.now() - 3_600_000 })
  service.state.addSession(BRUNO.email, { name: 'Old tablet', lastUsedAt: null })
})

test('axe finds nothing on any screen', async ({ page, service }) => {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await violations(page), 'sign in').toEqual([])
  await page.getByLabel('Server address').fill('http://chat.example.com')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').first().waitFor()
  expect(await violations(page), 'sign in with errors').toEqual([])
  await page.getByLabel('Server address').fill(service.baseUrl)

  await openRegister(page)
  expect(await violations(page), 'register').toEqual([])
  await fillRegistration(page, { ...LIA, password: 'short' })
  await expect(page.getByRole('status')).toContainText('Too short')
  await sendRegistration(page)
  await page.getByRole('alert').first().waitFor()
  expect(await violations(page), 'register with errors').toEqual([])
  await page.getByLabel('Password', { exact: true }).fill('tidal orchard minus kettle')
  await expect(page.getByRole('status')).toContainText('Strong.')
  expect(await violations(page), 'register with a strong password').toEqual([])
  await page.getByRole('button', { name: 'Back' }).click()

  await openReset(page, service, BRUNO.email)
  expect(await violations(page), 'reset').toEqual([])
  await sendReset(page)
  await page.getByRole('alert').first().waitFor()
  expect(await violations(page), 'reset with errors').toEqual([])
  await page.getByRole('button', { name: 'Back' }).click()
  await askForMail(page, BRUNO.email)
  await expect(page.getByRole('status')).toContainText(MAIL_SENT)
  expect(await violations(page), 'forgot, sent').toEqual([])
  await page.getByRole('button', { name: 'Back' }).click()

  await signIn(page, BRUNO)
  await page.getByLabel('Verification code').fill('000000')
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByRole('alert').waitFor()
  expect(await violations(page), 'two-factor').toEqual([])
  await page.getByLabel('Verification code').fill(service.state.codeFor(BRUNO.email))
  await page.getByRole('button', { name: 'Verify' }).click()
  await waitForSessions(page)
  // A wrong code keeps the password step.
  expect(service.countRequests('POST /auth/login')).toBe(1)
  expect(await violations(page), 'sessions').toEqual([])
  await page.setViewportSize({ width: 720, height: 520 })
  expect(await violations(page), 'sessions in a narrow window').toEqual([])
  await page.setViewportSize({ width: 1080, height: 720 })
  await page.getByRole('button', { name: 'End iPhone 15' }).click()
  await inDock(page, 'Undo').waitFor()
  expect(await violations(page), 'ending').toEqual([])
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menu').waitFor()
  expect(await violations(page), 'account menu').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
  expect(await violations(page), 'settings').toEqual([])
})

test('from sign-in to "session ended" by keyboard alone', async ({ page, service }) => {
  const focusOn = async (name: string, key = 'Tab'): Promise<void> => {
    for (let presses = 0; presses < 40; presses++) {
      const label = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null
        return (
          [element?.getAttribute('aria-label'), element?.labels?.[0]?.textContent, element?.textContent]
            .find(Boolean)
            ?.trim() ?? ''
        )
      })
      if (label === name) return
      await page.keyboard.press(key)
    }
    throw new Error(`The focus never reached "${name}"`)
  }
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await focusOn('Email')
  await page.keyboard.type(BRUNO.email)
  await focusOn('Password')
  await page.keyboard.type(BRUNO.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Two-factor verification' }).waitFor()
  await focusOn('Verification code')
  await page.keyboard.type(service.state.codeFor(BRUNO.email))
  await page.keyboard.press('Enter')
  await waitForSessions(page)
  await focusOn('Search sessions')
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).first()).toBeFocused()
  const row = rows(page).filter({ hasText: 'iPhone 15' })
  while (!(await row.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('ArrowDown')
  await focusOn('End iPhone 15', 'ArrowRight')
  await page.keyboard.press('Enter')
  await inDock(page, 'Undo').waitFor()
  await page.keyboard.press('Control+Z')
  await expect(page.getByText('Ending iPhone 15')).toHaveCount(0)
  await focusOn('End iPhone 15')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ended iPhone 15')).toBeVisible()
  expect(service.countRequests('DELETE /auth/sessions/{id}')).toBe(1)
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
})
