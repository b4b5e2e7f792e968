import { startAssistive, type Assistive } from '../support/desktop/assistive.ts'
import { expect, test as base } from '../support/fixture.ts'
import { ANA, openSessions } from '../support/page-actions.ts'

base.skip(process.platform !== 'linux', 'On other systems Chromium notices a screen reader by itself')

const test = base.extend<{ reader: Assistive }>({
  reader: async ({ desktop }, use) => {
    const reader = await startAssistive(desktop)
    await use(reader)
    await reader.stop()
  },
})
test.use({ ana: {} })

test('a person with a screen reader signs in, ends a session and keeps another', async ({
  reader,
  launch,
  service,
}) => {
  for (const name of ['Old phone', 'Tablet']) service.state.addSession(ANA.email, { name })
  await reader.set('ScreenReaderEnabled', true)
  const app = await launch()
  await reader.find('heading', /^Sign in$/)
  const page = await app.window()
  await reader.focus('entry', /^Email$/)
  await page.keyboard.type(ANA.email)
  await reader.focus('password text', /^Password$/)
  await page.keyboard.type(ANA.password)
  await reader.press('push button', /^Sign in$/)

  await reader.find('table row', /^Old phone, /)
  await reader.press('push button', /^End Tablet$/)
  await reader.press('push button', /^Undo ending Tablet$/)
  await reader.press('push button', /^End Old phone$/)
  await reader.find('static', /^Ended Old phone$/)
  const names = service.state.sessionsOf(ANA.email).map(({ name }) => name)
  expect(names).toContain('Tablet')
  expect(names).not.toContain('Old phone')
})

test('a screen reader that starts later, by itself, finds the window too', async ({ reader, launch }) => {
  const app = await launch()
  await openSessions(await app.window(), ANA)
  expect((await reader.all()).filter(({ role }) => role === 'heading')).toEqual([])
  await reader.set('IsEnabled', true)
  await reader.find('heading', /^Sessions$/)
  await reader.set('IsEnabled', false)
  await expect.poll(() => app.inMain(({ app: main }) => main.isAccessibilitySupportEnabled())).toBe(false)
})
