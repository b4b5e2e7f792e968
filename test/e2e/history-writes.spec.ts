import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { History } from '../../electron/features/activity/domain/history.ts'
import { expect, test } from '../support/fixture.ts'
import { oddSession, type OddService } from '../support/odd-service.ts'
import { waitForSessions, refresh, ADA, openSessions } from '../support/page-actions.ts'

const HOUR = 3_600_000
const SIGNED_IN = { created_at: new Date(Date.now() - 24 * HOUR).toISOString() }

/** The service lists this device, and phones by their last use (epoch ms). */
function lists(odd: OddService, ...used: number[]): void {
  const phones = used.map((at, index) =>
    oddSession({
      id: index + 2,
      name: `Phone ${index + 1}`,
      last_used_at: new Date(at).toISOString(),
      is_current: false,
      ...SIGNED_IN,
    }),
  )
  odd.answer('GET /auth/sessions', {
    json: { success: true, data: { sessions: [oddSession(SIGNED_IN), ...phones] } },
  })
}

test('writes a last use when the app quits, and a new session at once', async ({ launch, odd, profile }) => {
  const folder = join(profile, 'accounts')
  const text = (): string => {
    const [name] = readdirSync(folder).filter((file) => /^history-\w+\.json$/.test(file))
    return readFileSync(join(folder, name ?? ''), 'utf8')
  }
  const usedAt = (): unknown[] =>
    (JSON.parse(text()) as History).sessions.map((session) => session.lastUsedAt)
  const [before, after] = [Date.now() - 5 * HOUR, Date.now() - HOUR]

  lists(odd, before)
  const app = await launch(`--server=${odd.baseUrl}`)
  const page = await app.window()
  await openSessions(page, ADA)
  const written = text()
  expect(usedAt()).toContain(before)

  lists(odd, after)
  await refresh(page)
  await expect(page.getByRole('row', { name: /Phone 1.*1 hour ago/ })).toBeVisible()
  expect(text()).toBe(written)
  await app.quit()
  expect(usedAt()).toContain(after)

  const second = await launch(`--server=${odd.baseUrl}`)
  const again = await second.window()
  await waitForSessions(again)
  lists(odd, after, before)
  await refresh(again)
  await expect(again.getByText('New sign-in: Phone 2')).toBeVisible()
  await second.kill()
  expect((JSON.parse(text()) as History).sessions.map(({ name }) => name)).toContain('Phone 2')
})
