import type { Page } from '@playwright/test'
import { expect, test } from '../support/shared-app.ts'
import { choose, openOdd } from '../support/page-actions.ts'

const UNREADABLE: [name: string, time: unknown][] = [
  ['Blank', ''],
  ['Zero date', '0000-00-00 00:00:00'],
  ['No time', false],
  ['In words', '5 minutes ago'],
  ['Nanoseconds', 1.7e18],
  ['Microseconds', 1.7e15],
  ['Dark ages', '0001-01-01T00:00:00Z'],
]

const cells = (page: Page, name: string) =>
  page.getByRole('row', { name: new RegExp(`\\b${name}\\b`) }).getByRole('cell')

test('an unreadable time is unknown, and everything else works', async ({ launch, odd }) => {
  odd.lists(
    ...UNREADABLE.map(([name, time], index) => ({
      id: index + 2,
      name,
      last_used_at: time,
      created_at: time,
    })),
    { id: 50, name: 'Never taken', last_used_at: null },
    { id: 51, name: 'Phone' },
  )
  const page = await openOdd(launch, odd)
  for (const [name] of UNREADABLE) {
    await expect(cells(page, name).filter({ hasText: 'Unknown' }), name).toHaveCount(2)
    await expect(cells(page, name).filter({ hasText: 'Never used' }), name).toHaveCount(0)
  }
  await expect(cells(page, 'Never taken').filter({ hasText: 'Never used' })).toHaveCount(1)
  await expect(cells(page, 'Phone').filter({ hasText: /just now/i })).toHaveCount(2)

  await page.getByRole('button', { name: 'In words', exact: true }).click()
  const details = page.getByRole('dialog')
  await expect(details.getByText('Unknown')).not.toHaveCount(0)
  await page.keyboard.press('Escape')

  await choose(page, 'Filter', 'Never used')
  await expect(page.getByRole('button', { name: 'Never taken', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'In words', exact: true })).toHaveCount(0)
  await choose(page, 'Filter', 'All sessions')
  await choose(page, 'Group', 'By last use')
  await expect(page.getByRole('table').getByText('Last use unknown')).toBeVisible()

  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('img', { name: /^Sessions over time/ })).toBeVisible()
  await expect(page.getByRole('slider')).toHaveCount(2)
})
