import type { Page } from '@playwright/test'
import type { TestApp } from '../support/app.ts'
import { recordedShifts, recordShifts } from '../support/checks/layout-shift.ts'
import { expect, test } from '../support/fixture.ts'
import { ANA, openSessions, waitForSessions } from '../support/page-actions.ts'

/** Starts the app with a page whose scripts do not arrive until `release`. */
async function launchHeld(
  launch: (...args: string[]) => Promise<TestApp>,
): Promise<{ page: Page; release(): Promise<void> }> {
  const app = await launch('--hidden')
  await app.inMain(({ session }) => {
    const waiting: (() => void)[] = []
    const scripts = globalThis as unknown as { releaseScripts: (() => void) | null }
    scripts.releaseScripts = () => {
      scripts.releaseScripts = null
      for (const go of waiting.splice(0)) go()
    }
    session.fromPartition('window', { cache: false }).webRequest.onBeforeRequest(({ url }, answer) => {
      if (scripts.releaseScripts && url.endsWith('.js')) waiting.push(() => answer({}))
      else answer({})
    })
  })
  const opened = app.electron.waitForEvent('window')
  await app.startAgain()
  const page = await opened
  return {
    page,
    release: () =>
      app.inMain(() => (globalThis as unknown as { releaseScripts: () => void }).releaseScripts()),
  }
}

test('the frame of the page is painted before its scripts, without a word', async ({ launch }) => {
  const { page, release } = await launchHeld(launch)
  const frame = page.locator('.frame:target')
  await expect(frame).toBeVisible()
  expect(await frame.getAttribute('id')).toBe('sign-in')
  expect(await page.locator('body').innerText()).toBe('')
  await release()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(frame).toBeHidden()
})

test.describe('with an account', () => {
  test.use({ ana: {} })

  test('the next start shows the last known list with its age in the table itself, and the live one in its place', async ({
    launch,
    service,
  }) => {
    const nasty = `<img src=x onerror="document.title = 'x'"> & phone`
    const at = Date.now() - 9 * 86_400_000
    service.state.addSession(ANA.email, { name: nasty, createdAt: at, lastUsedAt: at })
    const first = await launch()
    await openSessions(await first.window(), ANA)
    await first.quit()

    const answered = service.faults.add({ kind: 'delay', ms: 12_000, endpoint: 'GET /auth/sessions' })
    const { page, release } = await launchHeld(launch)
    expect(await page.locator('.frame:target').getAttribute('id')).toBe('sessions')
    expect(await page.locator('body').innerText()).toBe('')
    await release()
    await expect(page.getByText('Last known list')).toBeVisible()
    const rows = page.locator('tbody tr')
    await expect(rows).toHaveCount(2)
    await expect(rows.filter({ hasText: '<img' }).locator('time').first()).toHaveText('9 days ago')
    await recordShifts(page)
    const table = await page.locator('table').elementHandle()
    answered()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await waitForSessions(page)
    await expect(page.getByText('Last known list')).toHaveCount(0)
    expect(await recordedShifts(page)).toEqual([])
    expect(await page.locator('table').evaluate((now, before) => now === before, table)).toBe(true)
    expect(await page.title()).toContain('Sessions')
  })
})
