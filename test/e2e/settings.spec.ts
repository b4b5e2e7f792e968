import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestApp } from '../support/app.ts'
import { expect, test } from '../support/fixture.ts'
import { ANA, openSessions } from '../support/page-actions.ts'

const boundsOf = (app: TestApp) =>
  app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())

test.use({ ana: {} })

test('a setting applies at once, and after a restart', async ({ launch, service }) => {
  const first = await launch()
  const page = await first.window()
  await openSessions(page, ANA)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('radio', { name: 'Dark' }).click()
  await page.getByRole('radio', { name: '5 minutes' }).click()
  await page.getByRole('radio', { name: 'Every week' }).click()
  await page.getByRole('radio', { name: 'Español' }).click()
  await expect(page.getByRole('heading', { name: 'Ajustes' })).toBeVisible()
  await first.quit()

  const second = await launch()
  const again = await second.window()
  await again.getByRole('link', { name: 'Ajustes' }).click()
  for (const name of ['Oscuro', '5 minutos', 'Cada semana', 'Español']) {
    await expect(again.getByRole('radio', { name })).toBeChecked()
  }
  expect(service.countRequests('POST /auth/login')).toBe(1)
})

test('only an installed app can start at login; another writes nothing', async ({ page, desktop }) => {
  await openSessions(page, ANA)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByText('Works in the installed app only.')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Open Session Desk when I log in' })).toBeDisabled()
  const entry = join(desktop.env['XDG_CONFIG_HOME'] ?? '', 'autostart', 'session-desk.desktop')
  await expect(readFile(entry)).rejects.toThrow('ENOENT')
})

test('the window opens at its last position, and never off the screen', async ({ launch, profile }) => {
  const first = await launch()
  await (await first.window()).getByRole('heading', { name: 'Sign in' }).waitFor()
  const wanted = { x: 60, y: 40, width: 800, height: 560 }
  await first.inMain(
    ({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds),
    wanted,
  )
  await expect.poll(() => boundsOf(first)).toEqual(wanted)
  await first.quit()

  const second = await launch()
  await (await second.window()).getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await boundsOf(second)).toEqual(wanted)
  await second.quit()

  const file = join(profile, 'accounts', 'window.json')
  const kept = await readFile(file, 'utf8')
  expect(JSON.parse(kept)).toEqual({ version: 1, value: { bounds: { ...wanted, maximised: false } } })
  await writeFile(file, kept.replace('"x": 60', '"x": 90000').replace('"x":60', '"x":90000'))
  const third = await launch()
  await (await third.window()).getByRole('heading', { name: 'Sign in' }).waitFor()
  const { at, area } = await third.inMain(({ BrowserWindow, screen }) => ({
    at: BrowserWindow.getAllWindows()[0]?.getBounds(),
    area: screen.getPrimaryDisplay().workArea,
  }))
  expect(at).toMatchObject({ width: 800, height: 560 })
  expect(at!.x + at!.width).toBeLessThanOrEqual(area.x + area.width)
  expect(at!.y).toBeGreaterThanOrEqual(area.y)
})
