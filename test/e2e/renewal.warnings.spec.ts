import { violations } from '../support/checks/axe.ts'
import { closeWindow, expect, test } from '../support/desktop/tray-fixture.ts'
import { ANA, waitForSessions, signIn } from '../support/page-actions.ts'

const REFRESH = 'POST /auth/refresh'
const NOTICE = "A sign-in couldn't be renewed yet"
const TEXT = "This sign-in couldn't be renewed yet."

test.skip(process.platform !== 'linux', 'Notification areas of other systems cannot be played here')

// Renewal starts at 15 s; warnings start at 22.5 s.
test.use({ serviceOptions: { tokenLifetimeSeconds: 30 } })

test.use({ ana: {} })
test.beforeEach(async ({ service }) => {
  service.faults.add({ kind: 'status', status: 503, endpoint: REFRESH })
})

test(
  'warns about a failing renewal before the sign-in ends, and dismisses the warning when it works',
  { tag: '@long' },
  async ({ panel, area, launch, service }) => {
    const app = await launch()
    await signIn(await app.window(), ANA)
    await waitForSessions(await app.window())
    await closeWindow(app)
    await expect
      .poll(() => area.shown.map(({ title }) => title), { intervals: [100] })
      .toEqual(['Session Desk is still running', NOTICE])
    expect(service.countRequests(REFRESH)).toBeGreaterThan(0)
    expect(JSON.stringify(area.shown)).not.toContain(ANA.email)

    service.faults.clear()
    await panel.click('Renew now')
    await expect.poll(() => area.closed).toContain(area.shown[1]?.id)
    expect(service.state.sessionsOf(ANA.email)).toHaveLength(1)
    expect(area.shown.map(({ title }) => title)).not.toContain('Signed out')
  },
)

test(
  'replaces the warning by a notification when the sign-in ends',
  { tag: '@long' },
  async ({ area, launch }) => {
    const app = await launch()
    await signIn(await app.window(), ANA)
    await waitForSessions(await app.window())
    await closeWindow(app)
    const titles = (): string[] => area.shown.map(({ title }) => title)
    await expect.poll(titles, { intervals: [100] }).toContain(NOTICE)
    const opened = app.electron.waitForEvent('window')
    area.click(area.shown.find(({ title }) => title === NOTICE)!.id)
    const page = await opened
    await expect(page.getByText(TEXT)).toBeVisible()
    expect(await violations(page), 'notice').toEqual([])
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(titles().filter((title) => title === NOTICE)).toHaveLength(1)
  },
)
