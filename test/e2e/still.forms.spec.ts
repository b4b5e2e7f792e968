import type { Page } from '@playwright/test'
import { LANGUAGES } from '../../electron/shared/languages.ts'
import type { FaultInput } from '../service/faults/model.ts'
import { shiftsIn } from '../support/checks/layout-shift.ts'
import { ANA, openSessions, setLanguage, signIn } from '../support/page-actions.ts'
import { askForMail, fillNewPassword, MAIL_SENT, openForgot } from '../support/recovery-actions.ts'
import { openRegister } from '../support/registration-actions.ts'
import { expect, test, type PracticeService } from '../support/shared-app.ts'

/** Every language where its texts have the least room, and one where there is the most. */
const ROUNDS = [...LANGUAGES.map((language) => [language, 720, 520] as const), ['en', 1440, 900] as const]
const BRUNO = { email: 'bruno@example.com', password: 'correct horse battery' }

test.use({ ana: {} })

/** Whether the screen is higher than the window. */
const isCutOff = (page: Page) =>
  page.locator('main').evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)

/** A form before sign-in, or a page's, and what goes wrong in it: what is typed in its fields, and what comes of it. */
interface Trial {
  form: string
  open: (page: Page, service: PracticeService) => Promise<unknown>
  endpoint: NonNullable<FaultInput['endpoint']>
  /** What is sent. */
  valid: (baseUrl: string) => string[]
  /** The fields of a 422; without one the answer is a 401. */
  refused: string[]
  /** What is not sent, with the number of errors. */
  unsent: (baseUrl: string) => [typed: string[], errors: number][]
}

const NEW_PASSWORD = 'canary-password-81c4e7'
const leave = (page: Page) => page.getByRole('button', { name: 'Back' }).click()
const TRIALS: Trial[] = [
  {
    form: 'forgot',
    open: openForgot,
    endpoint: 'POST /auth/password/forgot',
    valid: (address) => [address, ANA.email],
    refused: [],
    unsent: (address) => [
      [['', ''], 2],
      [['http://example.com', ANA.email], 1],
      [[address, 'ana'], 1],
    ],
  },
  {
    form: 'reset',
    open: async (page) => {
      await leave(page)
      await openForgot(page)
      await page.getByRole('button', { name: 'Enter recovery token' }).click()
      await page.getByRole('heading', { name: 'Reset password' }).waitFor()
    },
    endpoint: 'POST /auth/password/reset',
    valid: (address) => [address, 'a token', ANA.email, NEW_PASSWORD, NEW_PASSWORD],
    refused: ['token', 'email', 'password', 'password_confirmation'],
    unsent: () => [
      [['', '', '', 'short', ''], 4],
      [['not an address', 'a token', ANA.email, NEW_PASSWORD, NEW_PASSWORD], 1],
    ],
  },
  {
    form: 'register',
    open: async (page) => {
      await leave(page)
      await leave(page)
      await openRegister(page)
    },
    endpoint: 'POST /auth/register',
    valid: (address) => [address, 'Lia', 'lia@example.com', NEW_PASSWORD, NEW_PASSWORD],
    refused: ['name', 'email', 'password', 'password_confirmation', 'terms_accepted'],
    unsent: (address) => [
      [['', '', '', '', ''], 4],
      [[address, 'Lia', 'lia@example.com', NEW_PASSWORD, 'another'], 1],
    ],
  },
  {
    form: 'API token',
    open: async (page) => {
      await leave(page)
      await page.getByRole('button', { name: 'Use an API token' }).click()
      await page.getByRole('heading', { name: 'Use an API token' }).waitFor()
    },
    endpoint: 'GET /auth/me',
    valid: (address) => [address, 'sk_wrong'],
    refused: [],
    unsent: () => [
      [['', ''], 2],
      [['http://example.com', 'sk_wrong'], 1],
    ],
  },
  {
    form: 'two-factor',
    open: async (page, { baseUrl, state }) => {
      await state.addUser({ ...BRUNO, name: 'Bruno', twoFactor: true })
      await page.getByLabel('Server address').fill(baseUrl)
      await leave(page)
      await signIn(page, BRUNO)
      await page.getByRole('heading', { name: 'Two-factor verification' }).waitFor()
    },
    endpoint: 'POST /auth/two-factor',
    valid: () => ['000000'],
    refused: ['code'],
    unsent: () => [[['12'], 1]],
  },
  {
    form: 'password',
    open: async (page) => {
      await leave(page)
      await openSessions(page, ANA)
      await page.getByRole('link', { name: 'Password' }).click()
      await page.getByRole('heading', { name: 'Password', exact: true }).waitFor()
    },
    endpoint: 'POST /auth/password/change',
    valid: () => [ANA.password, NEW_PASSWORD, NEW_PASSWORD],
    refused: ['current_password', 'password', 'password_confirmation'],
    unsent: () => [
      [['', '', ''], 2],
      [[ANA.password, NEW_PASSWORD, 'another'], 1],
    ],
  },
  {
    form: 'profile',
    open: async (page) => {
      await page.getByRole('link', { name: 'Profile' }).click()
      await page.getByRole('heading', { name: 'Profile', exact: true }).waitFor()
    },
    endpoint: 'PATCH /auth/me',
    valid: () => ['Ana Maria'],
    refused: ['name', 'locale', 'timezone'],
    unsent: () => [[[''], 1]],
  },
]

test('a sign-in does not move with its errors, in any language, nor a form as it says what it did', async ({
  page,
  service,
}) => {
  const [server, email, password] = await page.locator('form input').all()
  const submit = page.locator('button[type=submit]')
  for (const [language, width, height] of ROUNDS) {
    await setLanguage(page, language)
    await page.setViewportSize({ width, height })
    const top = await page.getByRole('heading').boundingBox()
    const shifts = await shiftsIn(page, async () => {
      await email!.fill('')
      await password!.fill('')
      await submit.click()
      await expect(page.getByRole('alert')).toHaveCount(2)
      await email!.fill(ANA.email)
      await password!.fill('not the password')
      for (const address of ['http://example.com', 'not an address', `${service.origin}/elsewhere`]) {
        await server!.fill(address)
        await submit.click()
        await expect(server!).toHaveAttribute('aria-invalid', 'true')
      }
      await server!.fill(service.baseUrl)
      await submit.click()
      await expect(password!).toHaveAttribute('aria-invalid', 'true')
      service.faults.add({ kind: 'status', status: 500, endpoint: 'POST /auth/login', calls: { first: 1 } })
      await submit.click()
      await expect(page.locator('form').getByRole('alert').filter({ hasText: /\S{2}/ })).toHaveCount(1)
      await expect(password!).not.toHaveAttribute('aria-invalid', 'true')
    })
    expect(shifts, `${language}, ${width}`).toEqual([])
    expect(await page.getByRole('heading').boundingBox()).toEqual(top)
    expect(await isCutOff(page), `${language}, ${width}`).toBe(false)
  }

  await setLanguage(page, 'en')
  await openForgot(page)
  const byMail = await shiftsIn(page, async () => {
    await askForMail(page, ANA.email)
    await expect(page.getByRole('status')).toContainText(MAIL_SENT)
  })
  expect(byMail).toEqual([])
  await leave(page)
  await openSessions(page, ANA)
  await page.getByRole('link', { name: 'Password' }).click()
  const byChange = await shiftsIn(page, async () => {
    await page.getByLabel('Current password').fill(ANA.password)
    await fillNewPassword(page, NEW_PASSWORD)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password was changed.').waitFor()
  })
  expect(byChange).toEqual([])
})

test('no other form moves with its errors, in any language', async ({ page, service }) => {
  // As the app first opens, less the frame that a desktop adds.
  await page.setViewportSize({ width: 1080, height: 683 })
  const fields = page.locator('form input:not([type=checkbox])')
  const errors = page.locator('form [role=alert]').filter({ hasText: /\S{2}/ })
  const progress = page.locator('form [role=status]').filter({ hasText: '…' })
  for (const { form, open, endpoint, valid, refused, unsent } of TRIALS) {
    await setLanguage(page, 'en')
    await open(page, service)
    if (form !== 'profile') expect(await isCutOff(page), form).toBe(false)
    for (const language of LANGUAGES) {
      await setLanguage(page, language)
      const submit = async (typed: string[], count: number, requests = 0): Promise<void> => {
        const name = `${form}, ${language}, ${typed.join()}`
        const before = service.countRequests(endpoint)
        for (const [index, text] of typed.entries()) await fields.nth(index).fill(text)
        await page.locator('button[type=submit]').click()
        await expect.poll(() => service.countRequests(endpoint), name).toBe(before + requests)
        await expect(errors, name).toHaveCount(count)
        await expect(progress, name).toHaveCount(0)
      }
      const shifts = await shiftsIn(page, async () => {
        for (const [typed, count] of unsent(service.baseUrl)) await submit(typed, count)
        const texts = refused.map((field) => [field, [`The service refused the ${field}.`]])
        const refusal =
          refused.length > 0 ? { status: 422, errors: Object.fromEntries(texts) } : { status: 401 }
        // A password's unknown outcome would close its form.
        for (const answer of [{ status: form === 'password' ? 423 : 500 }, refusal]) {
          service.faults.add({ kind: 'status', ...answer, endpoint, calls: { first: 1 } })
          await submit(valid(service.baseUrl), answer.status === 422 ? refused.length : 1, 1)
        }
      })
      expect(shifts, `${form}, ${language}`).toEqual([])
    }
  }
})
