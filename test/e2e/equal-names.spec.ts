import type { Page } from '@playwright/test'
import { datesIn } from '../../electron/shared/dates.ts'
import { violations } from '../support/checks/axe.ts'
import { expect, test } from '../support/fixture.ts'
import { ANA, rows, waitForSessions, openSessions } from '../support/page-actions.ts'

const DAY = 86_400_000
const UA = 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** The names in the list by sign-in time, the oldest first. */
async function names(page: Page): Promise<string[]> {
  const all = await rows(page)
    .locator('th [data-open]')
    .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel ?? button.textContent))
  return all.filter((name) => name.startsWith('Firefox')).sort()
}

/** The name of a session that signed in so many days ago, after another one of that name. */
function named(daysAgo: number): string {
  const { day } = datesIn('en-GB', 'UTC', Date.now())
  return `Firefox on Ubuntu (signed in ${day(Date.now() - daysAgo * DAY)})`
}

// Its language is the profile's or English, and its dates and hours are British.
test.use({ locale: 'en-GB' })

test('the date in the name, the own name and the note of a session stay with it, after a restart and after others end', async ({
  launch,
  service,
}) => {
  const { state } = service
  await state.addUser({ ...ANA, name: 'Ana', timezone: 'UTC' })
  const ids = [9, 8, 7, 6].map(
    (days) =>
      state.addSession(ANA.email, {
        name: UA,
        createdAt: Date.now() - days * DAY,
        lastUsedAt: Date.now() - days * 3_600_000,
      }).id,
  )
  state.addSession(ANA.email, { name: 'okhttp/4.12.0', lastUsedAt: null })
  state.addSession(ANA.email, { name: 'Kiosk', lastUsedAt: null })
  const first = await launch()
  const page = await first.window()
  await openSessions(page, ANA)
  expect(await names(page)).toEqual(['Firefox on Ubuntu', named(8), named(7), named(6)].sort())
  await page.getByRole('button', { name: named(6), exact: true }).click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details.getByText(UA)).toBeVisible()
  await expect(details.getByText('Firefox 140.0')).toBeVisible()
  await expect(details.getByText('6 days ago', { exact: true })).toBeVisible()
  await expect(details.getByText(/^\d+ \w+ 20\d\d at \d\d:\d\d UTC$/)).toHaveCount(2)
  await expect(details.getByText(/^Known since /)).toBeVisible()
  await details.getByRole('button', { name: 'Copy the name at the service' }).click()
  await expect(details.getByText('Copied')).toBeAttached()
  expect(await first.inMain(({ clipboard }) => clipboard.readText())).toBe(UA)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'OkHttp', exact: true }).click()
  await details.getByLabel('Name on this computer').fill('Reception')
  await details.getByLabel('Note').fill('Below the window\nAsk Bruno')
  await expect(details.getByText('Saved on this computer')).toBeVisible()
  expect(await violations(page), 'details').toEqual([])
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await expect(rows(page).filter({ hasText: 'Reception' })).toBeFocused()
  await page.getByLabel('Search sessions').fill('bruno')
  await expect(rows(page)).toHaveCount(1)
  await page.getByLabel('Search sessions').fill('')

  state.revokeSession(ids[1] ?? 0)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(rows(page)).toHaveCount(6)
  // An end that can still be undone is sent when the app quits.
  await page.getByRole('button', { name: 'End Kiosk' }).click()
  await page.getByText('Ending Kiosk').waitFor()
  await first.quit()
  expect(service.countRequests('DELETE /auth/sessions/{id}')).toBe(1)

  const again = await (await launch()).window()
  await waitForSessions(again)
  await expect.poll(() => names(again)).toEqual(['Firefox on Ubuntu', named(7), named(6)].sort())
  await expect(again.getByRole('button', { name: 'End Reception' })).toBeAttached()
  // Only the name of the ended session is in the history.
  state.addSession(ANA.email, { name: UA })
  await again.getByRole('button', { name: 'Refresh' }).click()
  await expect(again.getByText(`New sign-in: ${named(0)}`)).toBeVisible()
  await expect(again.getByRole('button', { name: named(0), exact: true })).toHaveText('Firefox on Ubuntu')
})
