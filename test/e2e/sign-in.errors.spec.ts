import { expect, test } from '../support/shared-app.ts'
import { ANA, signIn } from '../support/page-actions.ts'
import { startPracticeService } from '../service/start.ts'

const LOGIN = 'POST /auth/login'

test.use({ ana: {} })

test('a sign-in that fails says why, and keeps the typed values', async ({ page, service, tolerate }) => {
  const untrusted = await startPracticeService({ tls: true })
  const plainOrigin = service.origin.replace('http:', 'https:')
  const localName = service.origin.replace('127.0.0.1', 'localhost')
  tolerate.origins(untrusted.origin, plainOrigin, localName, 'http://127.0.0.1:1', 'https://nowhere.example')
  tolerate.errors(/ssl_client_socket_impl|handshake failed/)
  const address = page.getByLabel('Server address')
  const alert = page.getByRole('alert')

  async function fails(server: string, says: RegExp, password = ANA.password): Promise<void> {
    await address.fill(server)
    await signIn(page, { ...ANA, password })
    await expect(alert).toHaveText(says)
    await expect(page.getByLabel('Email')).toHaveValue(ANA.email)
    await expect(page.getByLabel('Password')).toHaveValue(password)
  }
  await fails('http://chat.example.com', /https/)
  await fails('https://nowhere.example', /No server was found at nowhere\.example/)
  // Browsers block this port.
  await fails('http://127.0.0.1:1', /The port in this address can't be used/)
  await fails(`${plainOrigin}/api/v1`, /^Nothing at 127\.0\.0\.1:\d+ answers with https\. Use http:/)
  await page.getByRole('button', { name: `Use ${service.origin}` }).click()
  await expect(address).toHaveValue(service.baseUrl)
  await expect(address).toBeFocused()
  await expect(alert).toHaveCount(0)
  await fails(untrusted.origin, /certificate/)
  expect([...untrusted.requests, ...service.requests]).toEqual([])
  await untrusted.close()

  // Shown once, in our words, where it is typed anew.
  await fails(service.baseUrl, /don't match/, 'not the password')
  await expect(page.getByLabel('Password')).toBeFocused()
  const redirected = service.faults.add({ kind: 'redirect', endpoint: LOGIN })
  await fails(service.baseUrl, /redirects to another address/)
  redirected()
  service.faults.add({ kind: 'reset', when: 'after', endpoint: LOGIN })
  await fails(service.baseUrl, /unclear whether/)
  expect(service.countRequests(LOGIN)).toBe(3)

  await service.goOffline()
  await fails(service.baseUrl, /doesn't accept connections/)
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await fails(localName, /doesn't accept connections.* Use http:\/\/\[::1\]:/)
})
