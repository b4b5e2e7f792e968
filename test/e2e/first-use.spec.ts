import { contentsOf } from '../support/checks/page-contents.ts'
import { scanForSecrets } from '../support/checks/secrets.ts'
import { expect, test } from '../support/fixture.ts'
import { waitForSessions, chooseInMenu } from '../support/page-actions.ts'
import { fillNewPassword, openReset, sendReset } from '../support/recovery-actions.ts'
import { fillRegistration, LIA, openRegister, sendRegistration } from '../support/registration-actions.ts'

const SECOND = 'canary-second-password-5e0b'
const THIRD = 'canary-third-password-77c1'

test.use({ clockSpeed: 3 })

test('first use: registers, recovers the account, changes language and password, ends all other sessions, and stores no secret', async ({
  app,
  page,
  service,
  profile,
}) => {
  const bodiesOf = (endpoint: string): unknown[] =>
    service.requests.filter((request) => request.endpoint === endpoint).map(({ body }) => body)
  await openRegister(page)
  await fillRegistration(page)
  await sendRegistration(page)
  await waitForSessions(page)
  await expect(page.getByRole('button', { name: 'Account menu' })).toContainText(LIA.name)
  expect(bodiesOf('POST /auth/register')).toEqual([
    {
      name: LIA.name,
      email: LIA.email,
      password: LIA.password,
      password_confirmation: LIA.password,
      device_name: expect.stringMatching(/^Session Desk on /),
      terms_accepted: true,
    },
  ])

  await chooseInMenu(page, 'Sign out')
  const token = await openReset(page, service, LIA.email)
  await page.getByLabel('Recovery token').fill(token)
  await fillNewPassword(page, SECOND)
  await sendReset(page)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expect(page.getByRole('status').filter({ hasText: 'Your password was changed.' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(LIA.email)
  expect(bodiesOf('POST /auth/password/forgot')).toEqual([{ email: LIA.email }])
  expect(bodiesOf('POST /auth/password/reset')).toEqual([
    { token, email: LIA.email, password: SECOND, password_confirmation: SECOND },
  ])
  await page.getByLabel('Password').fill(SECOND)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await waitForSessions(page)

  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'Español' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { name: 'Perfil', exact: true }).waitFor()
  expect(service.state.userOf(LIA.email).locale).toBe('es')

  for (const name of ['Teléfono', 'Tableta']) service.state.addSession(LIA.email, { name })
  await page.getByRole('link', { name: 'Contraseña' }).click()
  await page.getByLabel('Contraseña actual').fill(SECOND)
  await page.getByLabel('Nueva contraseña', { exact: true }).fill(THIRD)
  await page.getByLabel('Confirmar nueva contraseña').fill(THIRD)
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await page.getByRole('button', { name: 'Finalizar todas las demás' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finalizar 2 sesiones' }).click()
  await expect.poll(() => service.state.sessionsOf(LIA.email).length).toBe(1)

  await page.getByRole('link', { name: 'Sesiones' }).click()
  await expect(page.getByRole('table').getByText('Este dispositivo')).toBeVisible()
  expect(await service.state.hasPassword(LIA.email, THIRD)).toBe(true)
  expect(service.countRequests('POST /auth/logout-all')).toBe(0)

  const canaries = { first: LIA.password, second: SECOND, third: THIRD, token }
  expect(await scanForSecrets({ texts: { page: await contentsOf(page) }, canaries })).toEqual([])
  await app.quit()
  const texts = { output: app.output.all.join('\n') }
  expect(await scanForSecrets({ dirs: [profile], texts, canaries })).toEqual([])
})
