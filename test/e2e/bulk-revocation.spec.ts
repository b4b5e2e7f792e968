import { violations } from '../support/checks/axe.ts'
import { expect, test, type PracticeService } from '../support/shared-app.ts'
import { END, openWithSessions } from '../support/bulk-actions.ts'
import { inDock, ANA } from '../support/page-actions.ts'

const left = (service: PracticeService): number => service.state.sessionsOf(ANA.email).length
const sentIds = (service: PracticeService): number[] =>
  service.requests
    .filter(({ method }) => method === 'DELETE')
    .map(({ path }) => Number(path.split('/').at(-1)))

test('by keyboard: names each session, cancels, undoes, and then ends exactly the others', async ({
  page,
  service,
}) => {
  const ids = await openWithSessions(page, service, 5)
  await page.getByRole('button', { name: 'End all others' }).focus()
  await page.keyboard.press('Enter')
  const plan = page.getByRole('alertdialog', { name: 'End 5 sessions?' })
  await expect(plan.getByRole('listitem')).toHaveText(
    Array.from({ length: 5 }, (_, index) => `Device ${index + 1}`),
  )
  await expect(plan).toContainText("stays signed in: it's this device.")
  await expect(plan.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(plan).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'End all others' })).toBeFocused()

  await page.keyboard.press('Enter')
  await plan.getByRole('button', { name: 'Cancel' }).press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Ending 5 sessions' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('5 sessions stay signed in')).toBeVisible()
  expect(sentIds(service)).toEqual([])

  await page.getByRole('button', { name: 'End all others' }).press('Enter')
  await plan.getByRole('button', { name: 'End 5 sessions' }).press('Enter')
  await expect(inDock(page, 'Undo')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Ended 5 sessions' })).toBeVisible()
  expect(sentIds(service).sort()).toEqual(ids.sort())
  expect(service.countRequests('POST /auth/logout-all')).toBe(0)
  expect(left(service)).toBe(1)
  await expect(page.getByText('No other device is signed in.')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).first().click()
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeFocused()
})

test('leads to the failed ones, whose rows say why, and retries them', async ({ page, service }) => {
  const ids = await openWithSessions(page, service, 8)
  // So that each of the four lanes opens its connection before one is used again.
  service.faults.add({ kind: 'delay', ms: 1_000, endpoint: END, calls: { first: 4 } })
  service.faults.add({ kind: 'status', status: 403, endpoint: END, calls: { nth: 1 } })
  service.faults.add({ kind: 'status', status: 500, endpoint: END, calls: { nth: 2 } })
  service.faults.add({ kind: 'status', status: 500, when: 'after', endpoint: END, calls: { nth: 3 } })
  service.faults.add({ kind: 'reset', when: 'after', endpoint: END, calls: { nth: 4 } })
  // Chromium sends this one again, because its connection was used before.
  service.faults.add({ kind: 'reset', when: 'before', endpoint: END, calls: { nth: 5 } })
  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('button', { name: 'End 8 sessions' }).click()
  await inDock(page, 'Undo').waitFor()
  service.state.revokeSession(ids[7]!)
  // Of the two whose answers were lost nobody knows for certain who ended them.
  await expect(page.getByText('3 ended, 1 refused, 1 still in the list, 3 no longer signed in')).toBeVisible()
  expect(await violations(page), 'the outcome').toEqual([])
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Show in the list' }).click()
  const refused = page.getByRole('row', { name: /Couldn't be ended|Still in the list/ })
  await expect(refused).toHaveCount(2)
  await expect(refused.first()).toBeFocused()
  // A list that comes first shows that the last is gone: then nothing is sent for it.
  const sentToOthers = () => sentIds(service).filter((id) => id !== ids[7])
  expect(sentToOthers()).toHaveLength(8)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('5 ended, 3 no longer signed in')).toBeVisible()
  expect(sentToOthers()).toHaveLength(10)
  expect(left(service)).toBe(1)
})
