import type { Locator, Page } from '@playwright/test'
import { startPracticeService } from '../service/start.ts'
import { violations } from '../support/checks/axe.ts'
import { expect, test, type PracticeService } from '../support/shared-app.ts'
import {
  inDock,
  rows,
  setLanguage,
  signIn,
  signInAll,
  waitForSessions,
  chooseInMenu,
} from '../support/page-actions.ts'

const PASSWORD = 'correct horse battery'
const ANA = { email: 'ana@example.com', password: PASSWORD }
const BO = { email: 'bo@example.com', password: PASSWORD }
const CAI = { email: 'cai@example.com', password: PASSWORD }
const END = 'DELETE /auth/sessions/{id}'

/** Adds a user with two other devices; returns the ids of these. */
async function addUser(
  { state }: PracticeService,
  { email }: { email: string },
  name: string,
): Promise<number[]> {
  await state.addUser({ email, password: PASSWORD, name, tenant: `${name} Foods` })
  return ['phone', 'tablet'].map(
    (device) => state.addSession(email, { name: `${name}'s ${device}`, lastUsedAt: Date.now() }).id,
  )
}

/** The id of the session of a bearer token, which begins with it. */
const ownerOf = (bearer: string | null): number => Number(bearer?.split('|')[0])

/** The DELETEs of a service that ended a session, as [id of the bearer's session, id of the ended one]. */
const ended = ({ requests }: PracticeService): number[][] =>
  requests
    .filter(({ method, status }) => method === 'DELETE' && status === 200)
    .map(({ bearer, path }) => [ownerOf(bearer), Number(path.split('/').at(-1))])
    .toSorted((a, b) => a[1]! - b[1]!)

async function openAllAccounts(page: Page): Promise<void> {
  await chooseInMenu(page, 'All accounts')
  await page.getByRole('heading', { name: 'All accounts' }).waitFor()
}

const own = ({ state }: PracticeService, { email }: { email: string }, others: number[]): number =>
  state.sessionsOf(email).find(({ id }) => !others.includes(id))!.id

test('one plan over three accounts on two services: each account ends its own sessions, even if another fails', async ({
  page,
  service,
  tolerate,
}) => {
  const slow = await startPracticeService()
  tolerate.origins(slow.origin)
  const [ofAna, ofBo] = [await addUser(service, ANA, 'Ana'), await addUser(service, BO, 'Bo')]
  const ofCai = await addUser(slow, CAI, 'Cai')
  // The ids of two services are equal.
  expect(ofCai).toEqual(ofAna)
  await signInAll(page, service.baseUrl, [ANA, BO])
  // The app would ask about a server that nobody typed.
  await chooseInMenu(page, 'Add account')
  await page.getByLabel('Server address').fill(slow.baseUrl)
  await signIn(page, CAI)
  await waitForSessions(page)
  slow.faults.add({ kind: 'delay', ms: 1_000, endpoint: '*' })
  service.faults.add({
    kind: 'status',
    status: 429,
    endpoint: END,
    headers: { 'retry-after': '2' },
    calls: { nth: 1 },
  })
  await openAllAccounts(page)
  await expect(rows(page)).toHaveCount(9)
  await expect(page.getByText('9 sessions', { exact: true })).toBeVisible()
  await expect(rows(page).filter({ hasText: "Cai's phone" })).toContainText('Cai Foods')
  expect(await violations(page)).toEqual([])

  // A chip shows one account alone, and moves nothing.
  const ofAccounts = page.getByRole('group', { name: 'Accounts' })
  const box = await ofAccounts.boundingBox()
  const cai = ofAccounts.getByRole('button', { name: 'Cai', exact: true })
  await cai.click()
  await expect(rows(page)).toHaveCount(3)
  expect(await ofAccounts.boundingBox()).toEqual(box)
  expect(await violations(page)).toEqual([])
  await cai.press('Enter')
  await expect(rows(page)).toHaveCount(9)

  // The search finds accounts, and one selection is of one account although the ids are equal.
  await page.getByRole('searchbox').fill('cai foods')
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('searchbox').fill('')
  await page.getByRole('checkbox', { name: "Select Cai's phone" }).check()
  await expect(page.getByText('1 selected')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: "Select Ana's phone" })).not.toBeChecked()

  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'End selected' }).click()
  const plan = page.getByRole('alertdialog')
  await expect(plan.getByRole('button', { name: 'Cancel' })).toBeFocused()
  for (const name of ["Ana's phone", "Bo's tablet", "Cai's phone"])
    await expect(plan.getByText(name, { exact: true })).toHaveCount(1)
  await expect(plan.getByText(/stays signed in: it's this device/)).toHaveCount(3)
  expect(await violations(page)).toEqual([])
  await plan.getByRole('button', { name: 'End 6 sessions' }).click()
  await inDock(page, 'Undo').click()
  await expect(page.getByText('6 sessions stay signed in')).toBeVisible()
  expect([...ended(service), ...ended(slow)]).toEqual([])

  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'End selected' }).click()
  await page.getByRole('button', { name: 'End 6 sessions' }).click()
  await expect(page.getByText('Ended 6 sessions')).toBeVisible({ timeout: 60_000 })
  expect(ended(service)).toEqual(
    [
      ...ofAna.map((id) => [own(service, ANA, ofAna), id]),
      ...ofBo.map((id) => [own(service, BO, ofBo), id]),
    ].toSorted((a, b) => a[1]! - b[1]!),
  )
  expect(ended(slow)).toEqual(ofCai.map((id) => [own(slow, CAI, ofCai), id]))
  expect(service.requests.filter(({ method, status }) => method === 'DELETE' && status === 429)).toHaveLength(
    1,
  )
  await expect(rows(page).getByText('This device', { exact: true })).toHaveCount(3)
  await slow.close()
})

test('cuts no text beside free space in the smallest window', async ({ page, service }) => {
  await addUser(service, ANA, 'Ana')
  await addUser(service, BO, 'Bo Reis')
  for (let index = 0; index < 9; index++)
    service.state.addSession(BO.email, {
      name: 'okhttp/4.9.0',
      lastUsedAt: index === 0 ? null : Date.now() - (100 + index * 20) * 86_400_000,
    })
  await signInAll(page, service.baseUrl, [ANA, BO])
  await waitForSessions(page)
  service.state.addSession(BO.email, { name: 'An old telephone in the upper hall', lastUsedAt: null })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('New sign-in: An old telephone in the upper hall')).toBeVisible()
  const before = page.viewportSize()
  await page.setViewportSize({ width: 720, height: 520 })
  await setLanguage(page, 'es')
  const cut = (of: Locator): Promise<string[]> =>
    of.evaluateAll((parts) =>
      parts
        .flatMap((part) => [...part.querySelectorAll('.truncate')])
        // What is for screen readers alone is one pixel wide.
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
        .map((element) => element.textContent),
    )
  const name = page.getByRole('rowheader').filter({ hasText: 'An old telephone in the upper hall' })
  expect(await cut(name)).toEqual([])

  await page.keyboard.press('Control+6')
  await expect(page.getByRole('heading', { name: 'Todas las cuentas' })).toBeVisible()
  await expect(rows(page).filter({ hasText: "Ana's phone" })).toContainText('Ana Foods')
  expect(await cut(name)).toEqual([])
  // Beside a badge there is no room for a server's address.
  expect(await cut(rows(page).filter({ hasNotText: 'Nueva' }))).toEqual([])
  const end = rows(page).first().locator('[data-revoke]')
  expect(await end.evaluate(offsetInRow)).toBeLessThanOrEqual(1)
  // As wide as a window of 1280 px at 200 %: whose session it is stays.
  await page.setViewportSize({ width: 640, height: 400 })
  await expect(rows(page).first().locator('[data-column=account]')).toBeVisible()

  service.state.addSession(BO.email, { name: 'Redmi Note 9' })
  await page.setViewportSize({ width: 1080, height: 720 })
  await page.getByRole('button', { name: 'Actualizar' }).click()
  const redmi = page.getByRole('rowheader').filter({ hasText: 'Redmi Note 9' })
  await expect(redmi).toContainText('Nueva')
  expect(await cut(redmi)).toEqual([])
  expect(await cut(page.getByRole('group', { name: 'Cuentas' }))).toEqual([])
  await page.setViewportSize({ width: 720, height: 520 })

  await page.getByRole('checkbox', { name: 'Seleccionar todas' }).check()
  await page.getByRole('button', { name: 'Finalizar seleccionadas' }).click()
  const plan = page.getByRole('alertdialog')
  await expect(plan.getByText('último uso hace 120 a 260 días, algunas nunca usadas')).toBeVisible()
  expect(await cut(plan)).toEqual([])
  await page.keyboard.press('Escape')
  if (before) await page.setViewportSize(before)
})

/** How far a button is from the middle of its row, px. Runs in the page. */
function offsetInRow(button: Element): number {
  const middleOf = (element: Element | null): number => {
    const { top = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
    return top + height / 2
  }
  return Math.abs(middleOf(button) - middleOf(button.closest('tr')))
}
