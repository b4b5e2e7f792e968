import { test as ownApp } from '../support/fixture.ts'
import { expect, test } from '../support/shared-app.ts'
import { ANA, signIn } from '../support/page-actions.ts'
import type { FaultInput } from '../service/faults/model.ts'
import { startPracticeService } from '../service/start.ts'

test.use({ ana: {} })

const faults: { name: string; fault: FaultInput; says: RegExp }[] = [
  { name: 'a redirect', fault: { kind: 'redirect' }, says: /redirects to another address/ },
  { name: 'a lost answer', fault: { kind: 'reset', when: 'after' }, says: /unclear whether/ },
]

for (const { name, fault, says } of faults) {
  test(`${name}: shows a clear message, and keeps the typed values`, async ({ page, service }) => {
    service.faults.add({ ...fault, endpoint: 'POST /auth/login' })
    await signIn(page, ANA)
    await expect(page.getByRole('alert')).toContainText(says)
    await expect(page.getByLabel('Email')).toHaveValue(ANA.email)
    await expect(page.getByLabel('Password')).toHaveValue(ANA.password)
    expect(service.countRequests('POST /auth/login')).toBe(1)
  })
}

test('a wrong password', async ({ page }) => {
  await signIn(page, { ...ANA, password: 'not the password' })
  // Shown once, with the service's message, at its field.
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Password')).toHaveValue('not the password')
})

test('no service', async ({ page, service }) => {
  await service.goOffline()
  await signIn(page, ANA)
  await expect(page.getByRole('alert')).toContainText("doesn't accept connections")
  await expect(page.getByLabel('Server address')).toHaveAttribute('aria-invalid', 'true')
})

test('a port that browsers block', async ({ page, tolerate }) => {
  tolerate.origins('http://127.0.0.1:1')
  await page.getByLabel('Server address').fill('http://127.0.0.1:1')
  await signIn(page, ANA)
  await expect(page.getByRole('alert')).toContainText("doesn't accept connections")
})

test('an unknown host', async ({ page, tolerate }) => {
  tolerate.origins('https://nowhere.example')
  await page.getByLabel('Server address').fill('https://nowhere.example')
  await signIn(page, ANA)
  await expect(page.getByRole('alert')).toContainText('No server was found at nowhere.example')
})

test('plain http to another computer is refused before anything is sent', async ({ page, service }) => {
  await page.getByLabel('Server address').fill('http://chat.example.com')
  await signIn(page, ANA)
  await expect(page.getByRole('alert')).toContainText('https')
  expect(service.requests).toEqual([])
})

test('an untrusted certificate: sends nothing', async ({ page, tolerate }) => {
  const untrusted = await startPracticeService({ tls: true })
  tolerate.origins(untrusted.origin)
  tolerate.errors(/ssl_client_socket_impl|handshake failed/)
  try {
    await page.getByLabel('Server address').fill(untrusted.origin)
    await signIn(page, ANA)
    await expect(page.getByRole('alert')).toContainText('certificate')
    expect(untrusted.requests).toEqual([])
  } finally {
    await untrusted.close()
  }
})

test.describe('on a desktop in Portuguese', () => {
  ownApp.use({ locale: 'pt-BR' })
  ownApp('uses the language of the system', async ({ page, service }) => {
    service.faults.add({ kind: 'status', when: 'before', status: 401, endpoint: 'POST /auth/login' })
    await page.getByLabel('E-mail').fill(ANA.email)
    await page.getByLabel('Senha').fill('not the password')
    await page.getByRole('button', { name: 'Entrar' }).click()
    await expect(page.getByRole('alert').filter({ hasText: /senha/ })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
  })
})

ownApp('a switch chooses the language', async ({ launch }) => {
  const app = await launch('--lang=es')
  await expect((await app.window()).getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible()
})
