import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { violations } from '../support/checks/axe.ts'
import { test as ownApp } from '../support/fixture.ts'
import { expect, test, type PracticeService } from '../support/shared-app.ts'
import { inDock, ANA, waitForSessions, openSessions } from '../support/page-actions.ts'

const END = 'DELETE /auth/sessions/{id}'
const DAY = 86_400_000

test.beforeEach(async ({ service }) => {
  const { state } = service
  await state.addUser({ ...ANA, name: 'Ana' })
  const old = (name: string, days: number): void =>
    void state.addSession(ANA.email, {
      name,
      createdAt: state.now() - 500 * DAY,
      lastUsedAt: state.now() - days * DAY,
    })
  old('Old phone', 120)
  old('Old tablet', 95)
  old('Museum piece', 400)
  old('Work laptop', 2)
  // From tomorrow: the age of such a session is unknown.
  state.addSession(ANA.email, { name: 'Strange', createdAt: state.now() + DAY, lastUsedAt: null })
})

const rule = (page: Page): Locator => page.getByRole('switch', { name: 'End these automatically' })
const chip = (page: Page): Locator => page.getByRole('button', { name: /unused for 90 days$/ })

/** Turns the chip of the rule on. */
async function openChip(page: Page): Promise<void> {
  if ((await chip(page).getAttribute('aria-pressed')) === 'false') await chip(page).click()
  await expect(rule(page)).toBeEnabled()
}

const names = ({ state }: PracticeService): string[] =>
  state
    .sessionsOf(ANA.email)
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('Session Desk'))
const rows = (page: Page): Locator => page.getByRole('row').filter({ has: page.getByRole('rowheader') })

/** One more list; the rule trusts ages after two lists with the last use of this device. */
async function refresh(page: Page, service: PracticeService): Promise<void> {
  const before = service.countRequests('GET /auth/sessions')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => service.countRequests('GET /auth/sessions')).toBeGreaterThan(before)
}

ownApp(
  'is off by default, ends exactly what its question showed, once a day, and records it',
  async ({ launch, service, profile }) => {
    const first = await launch()
    const page = await first.window()
    await openSessions(page, ANA)
    await refresh(page, service)
    await page.getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByText('Unused sessions: not ended.')).toBeVisible()
    expect(await violations(page), 'the line of the profile').toEqual([])
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await expect(chip(page)).toHaveAccessibleName('3 unused for 90 days')
    await expect(rows(page)).toHaveText([/Museum piece/, /Old phone/, /Old tablet/])
    await expect(rule(page)).not.toBeChecked()
    await rule(page).click()
    const question = page.getByRole('alertdialog', {
      name: 'End 3 now, and unused ones from now on?',
    })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    expect(await violations(page), 'the question').toEqual([])
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(rule(page)).not.toBeChecked()
    await refresh(page, service)
    expect(service.countRequests(END)).toBe(0)
    await expect(readFile(join(profile, 'accounts', 'rules.json'), 'utf8')).resolves.not.toContain(
      'afterDays',
    )

    await openChip(page)
    await rule(page).click()
    await page.getByRole('checkbox', { name: 'Keep Old tablet' }).check()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End 2 sessions' }).click()
    await expect(rule(page)).toBeChecked()
    await refresh(page, service)
    await expect(inDock(page, 'Undo')).toBeVisible()
    await expect.poll(() => names(service)).toEqual(['Old tablet', 'Work laptop', 'Strange'])
    await expect(page.getByText('Ended 2 sessions')).toBeVisible()
    await expect(chip(page)).toHaveAccessibleName('0 unused for 90 days')
    await expect(rows(page)).toHaveText([/Old tablet.*Kept/])
    expect(await violations(page), 'the chip').toEqual([])

    service.state.addSession(ANA.email, {
      name: 'Too late for today',
      createdAt: service.state.now() - 300 * DAY,
      lastUsedAt: service.state.now() - 200 * DAY,
    })
    await refresh(page, service)
    await expect(rows(page)).toHaveText([/Too late for today/, /Old tablet/])
    await expect(page.getByText(/^On, next: /)).toBeVisible()
    await expect(page.getByText(/^Last ended: /)).toBeVisible()
    await page.getByRole('link', { name: 'Activity', exact: true }).click()
    await expect(
      page.getByRole('row', { name: /Rule for inactive sessions ran.*2 sessions.*By the rule/ }),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Sessions' }).click()
    await page.getByRole('heading', { name: 'Sessions' }).waitFor()
    await first.quit()

    const second = await launch()
    const again = await second.window()
    await waitForSessions(again)
    await refresh(again, service)
    await openChip(again)
    await expect(rule(again)).toBeChecked()
    await expect(rows(again)).toHaveText([/Too late for today/, /Old tablet/])
    expect(service.countRequests(END)).toBe(2)
  },
)

test('turned off, it takes back at once what can still be undone; the details keep a session', async ({
  page,
  service,
}) => {
  await openSessions(page, ANA)
  await refresh(page, service)
  await openChip(page)
  await rule(page).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End 3 sessions' }).click()
  await expect(rule(page)).toBeChecked()
  await expect(inDock(page, 'Undo')).toBeVisible()
  await rule(page).click()
  await expect(rule(page)).not.toBeChecked()
  await expect(inDock(page, 'Undo')).toHaveCount(0)
  await expect(chip(page)).toHaveAccessibleName('3 unused for 90 days')
  await refresh(page, service)
  expect(service.countRequests(END)).toBe(0)

  await page.getByRole('button', { name: 'Museum piece', exact: true }).click()
  const keep = page.getByRole('switch', { name: 'Keep' })
  await keep.click()
  await expect(keep).toBeChecked()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(chip(page)).toHaveAccessibleName('2 unused for 90 days')
  await page.getByRole('heading', { name: 'Sessions' }).hover()
  await expect(rows(page)).toHaveText([/Old phone/, /Old tablet/, /Museum piece.*Kept/])
})
