import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixture.ts'
import { startPracticeService } from '../service/start.ts'

declare global {
  /** The native questions, which are answered with Cancel. */
  var asked: string[] | undefined
}

/** What a page that was taken over can do: an address from nobody, however it came into the field. */
const ask = (page: Page, server: string) =>
  page.evaluate(
    async (to) => window.sessionDesk.invoke('password:forgot', { server: to, email: 'ana@example.com' }),
    server,
  )

test('a page that was taken over sends nothing to a server of its own unless a person says so, and leaves none behind', async ({
  launch,
  service,
  tolerate,
}) => {
  const own = await startPracticeService()
  tolerate.origins('https://typed.example', 'https://pasted.example', 'https://filled.example')
  const app = await launch()
  const page = await app.window()
  await app.inMain(({ dialog }) => {
    globalThis.asked = []
    dialog.showMessageBox = async (...options: unknown[]) => {
      const { message, cancelId } = options.at(-1) as { message: string; cancelId: number }
      globalThis.asked?.push(message)
      return { response: cancelId, checkboxChecked: false }
    }
  })
  const asked = () => app.inMain(() => globalThis.asked)
  const address = page.getByLabel('Server address')
  const isAsked = async (server: string): Promise<boolean> => {
    const answer = await ask(page, server)
    const isCancelled = !answer.ok && answer.failure.kind === 'cancelled'
    expect((await asked())?.includes(`Connect to ${new URL(server).host}?`)).toBe(isCancelled)
    return isCancelled
  }
  await address.fill('https://filled.example')
  expect(await isAsked('https://filled.example')).toBe(false)
  await address.fill('')
  await address.pressSequentially('https://typed.exemple')
  for (const key of Array.from({ length: 5 }, () => 'Backspace')) await address.press(key)
  await address.pressSequentially('ample')
  expect(await isAsked('https://typed.example')).toBe(false)
  await app.inMain(({ clipboard }) => clipboard.writeText('https://pasted.example\n'))
  await address.press('Control+a')
  await address.press('Control+v')
  expect(await isAsked('https://pasted.example')).toBe(false)

  expect(await isAsked('https://evil.example')).toBe(true)
  await address.evaluate((field: HTMLInputElement) => {
    field.value = 'https://put.exampl'
    field.dispatchEvent(new InputEvent('input', { data: field.value }))
    field.setSelectionRange(99, 99)
  })
  await address.press('e')
  await expect(address).toHaveValue('https://put.example')
  expect(await isAsked('https://put.example')).toBe(true)

  // Another person's program may listen on this computer.
  expect(await isAsked(own.baseUrl)).toBe(true)
  expect(own.requests).toEqual([])
  const profile = await page.evaluate(async () => {
    const state = await window.sessionDesk.invoke('appState:get')
    return state.ok && [state.value.settings.server, state.value.accounts]
  })
  expect(profile).toEqual([service.baseUrl, []])
  await own.close()
})
