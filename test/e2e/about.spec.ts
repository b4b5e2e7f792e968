import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { violations } from '../support/checks/axe.ts'
import { expect, test } from '../support/shared-app.ts'
import { ANA, openSessions } from '../support/page-actions.ts'
import { projectRoot } from '../support/project-root.ts'

test.use({ ana: {} })

test('the licences of the app and its libraries open from Settings by keyboard, and can be filtered', async ({
  app,
  page,
}) => {
  await openSessions(page, ANA)
  await page.getByRole('link', { name: 'Settings' }).click()
  const open = page.getByRole('button', { name: 'Licences of the libraries' })
  await open.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Licences' })
  await expect(dialog.getByLabel('Filter by name, licence or text')).toBeFocused()
  // Of the page and of the main process; the app itself is the first.
  const own = await readFile(join(projectRoot(), 'LICENSE'), 'utf8')
  const entries = dialog.getByRole('heading', { level: 3 })
  await expect(entries.first()).toHaveText(/^Session Desk .+MIT$/)
  await entries.first().getByRole('button').press('Enter')
  await expect(dialog.getByRole('region')).toContainText(own.trim())
  for (const name of ['@vue/runtime-core', 'zod']) {
    await expect(dialog.getByRole('button', { name: new RegExp(`^${name} [0-9]`) })).toHaveCount(1)
  }
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('SemVer ISC')
  await expect(dialog.getByRole('status')).toHaveText(/^[1-9] entr/)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(open).toBeFocused()

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  const copied = await app.inMain(({ clipboard }) => clipboard.readText())
  const [version, electron] = await app.inMain(({ app: it }) => [it.getVersion(), process.versions.electron])
  expect(copied).toContain(`Session Desk ${version} (Electron ${electron}, `)
})
