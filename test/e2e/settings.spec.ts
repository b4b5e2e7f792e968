import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestApp } from '../support/app.ts'
import { expect, test } from '../support/fixture.ts'
import { ANA, openSessions } from '../support/page-actions.ts'

const boundsOf = (app: TestApp) =>
  app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())

const zoomOf = (app: TestApp) =>
  app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor() ?? 0)

test.use({ ana: {} })

test('a setting and the position of the window last over a restart, and only an installed app can start at login', async ({
  launch,
  service,
  desktop,
  profile,
}) => {
  const first = await launch()
  const page = await first.window()
  await openSessions(page, ANA)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByText('Works in the installed app only.')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Open Session Desk when I log in' })).toBeDisabled()
  const entry = join(desktop.env['XDG_CONFIG_HOME'] ?? '', 'autostart', 'session-desk.desktop')
  await expect(readFile(entry)).rejects.toThrow('ENOENT')
  await page.getByRole('radio', { name: 'Dark' }).click()
  await page.getByRole('radio', { name: '5 minutes' }).click()
  await page.getByRole('radio', { name: 'Every week' }).click()
  await page.getByRole('radio', { name: 'Español' }).click()
  await expect(page.getByRole('heading', { name: 'Ajustes' })).toBeVisible()
  const wanted = { x: 60, y: 40, width: 800, height: 560 }
  await first.inMain(
    ({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds),
    wanted,
  )
  await expect.poll(() => boundsOf(first)).toEqual(wanted)
  // Each key that a browser takes.
  await page.locator('h1').click()
  const factors = []
  for (const key of ['=', '+', '-', '0', '=']) {
    const before = await zoomOf(first)
    await first.inMain(({ BrowserWindow }, keyCode) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      contents?.sendInputEvent({ type: 'rawKeyDown', keyCode, modifiers: ['control'] })
    }, key)
    await expect.poll(() => zoomOf(first)).not.toBe(before)
    factors.push(await zoomOf(first))
  }
  const [one, two, back, none, last] = factors
  expect([one, two, none]).toEqual([back, Math.max(...factors), 1])
  await first.quit()
  const kept = await readFile(join(profile, 'accounts', 'window.json'), 'utf8')
  expect(JSON.parse(kept)).toEqual({ value: { bounds: { ...wanted, maximised: false }, zoom: last } })

  const second = await launch()
  const again = await second.window()
  await again.getByRole('link', { name: 'Ajustes' }).click()
  for (const name of ['Oscuro', '5 minutos', 'Cada semana', 'Español']) {
    await expect(again.getByRole('radio', { name })).toBeChecked()
  }
  expect([await boundsOf(second), await zoomOf(second)]).toEqual([wanted, last])
  expect(service.countRequests('POST /auth/login')).toBe(1)
})
