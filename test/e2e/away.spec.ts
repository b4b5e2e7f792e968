import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { violations } from '../support/checks/axe.ts'
import { expect, test } from '../support/fixture.ts'
import { ANA, openSessions } from '../support/page-actions.ts'

const DAY_MS = 86_400_000

/** Writes into the history that the last list and the last view were this long ago. */
async function ageHistory(profile: string, ms: number): Promise<void> {
  const folder = join(profile, 'accounts')
  const name = (await readdir(folder)).find((file) => file.startsWith('history-'))!
  const file = JSON.parse(await readFile(join(folder, name), 'utf8')) as Record<string, unknown>
  const at = Date.now() - ms
  Object.assign(file, { checkedAt: at, viewedAt: at })
  await writeFile(join(folder, name), JSON.stringify(file))
}

test.use({ ana: {} })
test('after time away sums up once what happened, and links to it', async ({ launch, profile, service }) => {
  const createdAt = service.state.now() - 30 * DAY_MS
  const old = service.state.addSession(ANA.email, { name: 'Old phone', createdAt })
  const first = await launch()
  await openSessions(await first.window(), ANA)
  await expect((await first.window()).getByRole('region', { name: 'Since you last looked' })).toBeHidden()
  await first.quit()

  await ageHistory(profile, 8 * DAY_MS)
  service.state.revokeSession(old.id)
  for (const name of ['Tablet', 'TV']) service.state.addSession(ANA.email, { name })
  const page = await (await launch()).window()
  const notice = page.getByRole('region', { name: 'Since you last looked' })
  await expect(notice).toContainText(/Since .+: *2 signed in *1 ended/)
  expect(await violations(page)).toEqual([])

  await notice.getByRole('link', { name: '1 ended' }).click()
  const rows = page.getByRole('table', { name: 'History' }).getByRole('row')
  // The columns, the day and the entry.
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(2)).toContainText(/between .+ and .+Ended.*Old phone/)
  // The smallest window shows the whole span too.
  await page.setViewportSize({ width: 720, height: 520 })
  const span = rows.nth(2).getByRole('rowheader')
  await expect.poll(() => span.evaluate((text) => text.scrollHeight - text.clientHeight)).toBeLessThan(2)
  await page.setViewportSize({ width: 1080, height: 720 })
  await page.getByRole('button', { name: 'Show the whole period' }).click()
  await expect(page.getByRole('button', { name: 'Show the whole period' })).toBeHidden()

  await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  await notice.getByRole('link', { name: '2 signed in' }).click()
  await expect(rows).toHaveCount(4)
  await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toBeHidden()
})
