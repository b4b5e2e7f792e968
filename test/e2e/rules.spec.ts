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

async function openRule(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(rule(page)).toBeVisible()
}

const rule = (page: Page): Locator => page.getByRole('switch', { name: 'End inactive sessions' })

async function chooseDays(page: Page, days: string): Promise<void> {
  await page.getByRole('combobox', { name: /^Not used for/ }).click()
  await page.getByRole('option', { name: days, exact: true }).click()
}

const names = ({ state }: PracticeService): string[] =>
  state
    .sessionsOf(ANA.email)
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('Session Desk'))

/** One more list; the rule trusts ages after two lists with the last use of this device. */
async function refresh(page: Page, service: PracticeService): Promise<void> {
  const before = service.countRequests('GET /auth/sessions')
  await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => service.countRequests('GET /auth/sessions')).toBeGreaterThan(before)
}

ownApp(
  'is off by default, ends exactly the previewed sessions, once a day, and records them',
  async ({ launch, service, profile }) => {
    const first = await launch()
    const page = await first.window()
    await openSessions(page, ANA)
    await refresh(page, service)
    await openRule(page)
    await expect(rule(page)).not.toBeChecked()
    await expect(page.getByText('It would end 3 sessions now.')).toBeVisible()
    const list = page.getByRole('list', { name: 'Inactive sessions, and those you keep' })
    await expect(list.getByRole('listitem')).toHaveText([
      /Museum piece.*400 days/,
      /Old phone.*120 days/,
      /Old tablet.*95 days/,
    ])
    await page.getByRole('button', { name: 'Turn on and end 3…' }).click()
    const question = page.getByRole('alertdialog', { name: 'End 3 inactive sessions?' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    expect(await violations(page), 'the question').toEqual([])
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(rule(page)).not.toBeChecked()
    await refresh(page, service)
    expect(service.countRequests(END)).toBe(0)
    await expect(readFile(join(profile, 'accounts', 'rules.json'), 'utf8')).resolves.not.toContain(
      'afterDays',
    )

    await openRule(page)
    const keep = page.getByRole('checkbox', { name: 'Keep Old tablet' })
    await keep.focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('It would end 2 sessions now')).toBeVisible()
    await expect(keep).toBeChecked()
    await expect(keep).toBeFocused()
    expect(await violations(page), 'the dry run').toEqual([])
    await rule(page).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End 2 sessions' }).click()
    await expect(rule(page)).toBeChecked()
    await refresh(page, service)
    await expect(inDock(page, 'Undo')).toBeVisible()
    await expect.poll(() => names(service)).toEqual(['Old tablet', 'Work laptop', 'Strange'])
    await expect(page.getByText('Ended 2 sessions')).toBeVisible()

    service.state.addSession(ANA.email, {
      name: 'Too late for today',
      createdAt: service.state.now() - 300 * DAY,
      lastUsedAt: service.state.now() - 200 * DAY,
    })
    await refresh(page, service)
    await expect(page.getByRole('row', { name: /Too late for today/ })).toBeVisible()
    await openRule(page)
    await expect(page.getByText(/^It ends 1 session, but not before /)).toBeVisible()
    await expect(page.getByText(/^It last ended sessions on /)).toBeVisible()
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
    await expect(again.getByRole('row', { name: /Too late for today/ })).toBeVisible()
    await openRule(again)
    await expect(rule(again)).toBeChecked()
    await expect(again.getByRole('combobox', { name: 'Not used for: 90 days' })).toBeVisible()
    await expect(again.getByRole('checkbox', { name: 'Keep Old tablet' })).toBeChecked()
    expect(service.countRequests(END)).toBe(2)
  },
)

test('turned off, it takes back at once what can still be undone', async ({ page, service }) => {
  await openSessions(page, ANA)
  await refresh(page, service)
  await openRule(page)
  await page.getByRole('button', { name: 'Turn on and end 3…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End 3 sessions' }).click()
  await expect(rule(page)).toBeChecked()
  await refresh(page, service)
  await expect(inDock(page, 'Undo')).toBeVisible()
  await openRule(page)
  await rule(page).click()
  await expect(rule(page)).not.toBeChecked()
  await expect(inDock(page, 'Undo')).toHaveCount(0)
  await expect(page.getByText(/^It would end 3 sessions, but not before /)).toBeVisible()
  await refresh(page, service)
  expect(service.countRequests(END)).toBe(0)
})

test('can be undone, and the details exempt a session', async ({ page, service }) => {
  await openSessions(page, ANA)
  await refresh(page, service)
  await openRule(page)
  await chooseDays(page, '365 days')
  await page.getByRole('button', { name: 'Turn on and end 1…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End 1 session' }).click()
  await refresh(page, service)
  await inDock(page, 'Undo').click()
  await expect(page.getByText('1 session stays signed in')).toBeVisible()
  await refresh(page, service)
  expect(service.countRequests(END)).toBe(0)

  await page.getByRole('button', { name: 'Museum piece', exact: true }).click()
  const never = page.getByRole('switch', { name: 'Never end by rule' })
  await never.click()
  await expect(never).toBeChecked()
  await page.getByRole('button', { name: 'Close' }).click()
  await openRule(page)
  await expect(page.getByText(/^The next session is due on /)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Keep Museum piece' })).toBeChecked()
})
