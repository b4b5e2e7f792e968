import type { Page } from '@playwright/test'
import { expect, test, type PracticeService } from '../support/fixture.ts'
import { inDock, ANA, openSessions } from '../support/page-actions.ts'

const LIST = 'GET /auth/sessions'

interface Work {
  requested: number
  pending: number
  changes: string[]
}

/** Records from now on what makes the page draw: requests of a frame, and changes of its content. */
async function recordWork(page: Page): Promise<() => Promise<Work & { animations: number }>> {
  await page.evaluate(() => {
    const work: Work = { requested: 0, pending: 0, changes: [] }
    Object.assign(window, { work })
    const request = window.requestAnimationFrame.bind(window)
    window.requestAnimationFrame = (callback) => {
      work.requested++
      work.pending++
      return request((time) => {
        work.pending--
        callback(time)
      })
    }
    const options = { subtree: true, childList: true, characterData: true, attributes: true }
    new MutationObserver((records) => {
      work.changes.push(records.map(({ target }) => (target.textContent ?? '').slice(0, 60)).join())
    }).observe(document.body, options)
  })
  return () =>
    page.evaluate(() => {
      const { work } = window as unknown as { work: Work }
      const animations = document.getAnimations().filter(({ playState }) => playState === 'running').length
      return { ...work, animations }
    })
}

async function pollsAgain(service: PracticeService, times: number): Promise<void> {
  const before = service.countRequests(LIST)
  await expect
    .poll(() => service.countRequests(LIST), { timeout: 60_000 })
    .toBeGreaterThanOrEqual(before + times)
}

test.use({ ana: {} })
test.beforeEach(async ({ page, service }) => {
  for (const name of ['iPhone', 'Tablet'])
    service.state.addSession(ANA.email, { name, lastUsedAt: Date.now() - 72 * 3_600_000 })
  await openSessions(page, ANA)
})

test.use({ withGpu: true })

test('an idle list draws nothing between the checks', { tag: '@long' }, async ({ page, service }) => {
  await pollsAgain(service, 1)
  const work = await recordWork(page)
  await pollsAgain(service, 2)
  const { requested, pending, animations, changes } = await work()
  expect({ requested, pending, animations }).toEqual({ requested: 0, pending: 0, animations: 0 })
  // Each check brings a new last use of this device; a slow one may let the age change.
  expect(changes.length, changes.join('\n')).toBeLessThan(6)
})

test('a message requests no frames while it waits', async ({ page, service }) => {
  service.faults.add({ kind: 'status', status: 500, endpoint: 'DELETE /auth/sessions/{id}' })
  const work = await recordWork(page)
  await page.getByRole('button', { name: 'End iPhone' }).click()
  await expect(inDock(page, 'Undo')).toBeVisible()
  // A failure stays until it is dismissed.
  await expect(page.getByRole('button', { name: 'Dismiss' })).toBeVisible()
  await pollsAgain(service, 1)
  const { requested, pending, animations } = await work()
  expect({ pending, animations }).toEqual({ pending: 0, animations: 0 })
  // Each message asks for a few when it appears.
  expect(requested).toBeLessThan(30)
})
