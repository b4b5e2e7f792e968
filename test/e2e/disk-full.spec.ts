import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { violations } from '../support/checks/axe.ts'
import { expect, test } from '../support/fixture.ts'
import { ANA, openSessions, rows } from '../support/page-actions.ts'

const DELETE = 'DELETE /auth/sessions/{id}'

test.use({ ana: {} })

test('what cannot be stored is not sent, unless the person wants it at once, one session or many', async ({
  page,
  service,
  profile,
}) => {
  for (const name of ['Old phone', 'Tablet', 'Laptop']) service.state.addSession(ANA.email, { name })
  await openSessions(page, ANA)
  // A folder in the place of the file refuses every write, also those of root.
  const folder = join(profile, 'accounts')
  const history = (await readdir(folder)).find((each) => each.startsWith('history-')) ?? ''
  const path = join(folder, history.replace('history', 'ledger'))
  await mkdir(path)

  await page.getByRole('button', { name: 'End Tablet' }).click()
  const refused = page.getByRole('alert').filter({ hasText: "Tablet couldn't be ended" })
  await expect(refused).toBeVisible()
  expect(await violations(page)).toEqual([])
  expect(service.countRequests(DELETE)).toBe(0)
  await page.getByRole('button', { name: 'End now, without undo' }).click()
  await expect(page.getByText('Ended Tablet')).toBeVisible()
  await expect(rows(page)).toHaveCount(3)

  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('button', { name: 'End 2 sessions' }).click()
  await expect(page.getByRole('alert').filter({ hasText: "These sessions couldn't be ended" })).toBeVisible()
  expect(service.countRequests(DELETE)).toBe(1)
  await page.getByRole('button', { name: 'End now, without undo' }).click()
  await expect(rows(page)).toHaveCount(1)
  expect(service.countRequests(DELETE)).toBe(3)
  await rm(path, { recursive: true })
})
