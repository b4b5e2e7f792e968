import { expect, test, type PracticeService } from '../support/fixture.ts'
import { ANA, openSessions, refresh, waitForSessions } from '../support/page-actions.ts'

test.use({ ana: {} })

const lists = (service: PracticeService): number => service.countRequests('GET /auth/sessions')

test('a sign-in and a start ask for the list once, although the window gets the focus', async ({
  launch,
  service,
}) => {
  const first = await launch()
  const page = await first.window()
  // The answer comes after the focus.
  service.faults.add({ kind: 'delay', ms: 300, endpoint: 'GET /auth/sessions' })
  await openSessions(page, ANA)
  await first.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.emit('focus'))
  await refresh(page)
  // The person's own is the only other one.
  expect(lists(service)).toBe(2)
  await first.quit()

  const before = lists(service)
  const second = await launch()
  const again = await second.window()
  await expect.poll(() => lists(service)).toBe(before + 1)
  await second.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.emit('focus'))
  await waitForSessions(again)
  await refresh(again)
  expect(lists(service)).toBe(before + 2)
})
