import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { TestApp } from '../support/app.ts'
import { signInAll, waitForSessions } from '../support/page-actions.ts'
import { enter, expect, test } from './fixture.ts'
import { report } from './report.ts'
import { randomFrom } from '../support/random.ts'
import { scale, SEED } from './scale.ts'

const KILLS = scale({ full: 40, small: 4 })
/** The latest kill, ms after the first paint: the services load, open their files and make their first calls. */
const LATEST_KILL_MS = 400
const BEN = { email: 'ben@example.com', password: 'staple battery horse' }
/** The files of a sign-in. */
const FILES = ['accounts', 'vault', 'settings']

async function killAtFirstPaint(app: TestApp, lateMs: number): Promise<void> {
  const page = await app.electron.firstWindow()
  await page.evaluate(() => {
    const paint = { type: 'paint', buffered: true }
    return new Promise((resolve) => new PerformanceObserver(() => resolve(null)).observe(paint))
  })
  await sleep(lateMs)
  await app.kill()
}

/** What must survive: the accounts with their state, and the settings. */
function lasting(page: Page) {
  return page.evaluate(async () => {
    const answer = await window.sessionDesk.invoke('appState:get')
    if (!answer.ok) throw new Error(answer.failure.kind)
    const { accounts, activeAccountId, settings } = answer.value
    return { accounts: accounts.map(({ id, status }) => ({ id, status })), activeAccountId, settings }
  })
}

test('kill -9 at the first paint', async ({ launch, service, profile }) => {
  test.setTimeout(90_000 + KILLS * 15_000)
  const random = randomFrom(SEED)
  const contents = (): Promise<string[]> =>
    Promise.all(FILES.map((name) => readFile(join(profile, 'accounts', `${name}.json`), 'utf8')))
  await service.state.addUser({ ...BEN, name: 'Ben' })

  // On a new profile too.
  await killAtFirstPaint(await launch(), random() * LATEST_KILL_MS)
  const first = await launch()
  const page = await enter(first)
  await signInAll(page, service.baseUrl, [BEN])
  await page.evaluate(() =>
    window.sessionDesk.invoke('settings:update', { theme: 'dark', pollInterval: '1min' }),
  )
  await expect(page.getByRole('button', { name: /^Account menu/ })).toContainText('Ben')
  const state = await lasting(page)
  expect(state.accounts.map(({ status }) => status)).toEqual(['signedIn', 'signedIn'])
  expect(state.settings).toMatchObject({ theme: 'dark', pollInterval: '1min' })
  await first.quit()
  const files = await contents()
  const tokens = new Set(service.requests.map(({ bearer }) => bearer))
  service.clearRequests()

  const violations: string[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const late = random() * LATEST_KILL_MS
    await killAtFirstPaint(await launch(), late)
    const changed = (await contents()).flatMap((text, index) => (text === files[index] ? [] : [FILES[index]]))
    if (changed.length > 0)
      violations.push(
        `kill ${kill} (seed ${SEED}), ${late.toFixed(0)} ms late: changed ${changed.join(', ')}`,
      )
  }

  const last = await (await launch()).window()
  await waitForSessions(last)
  expect(await lasting(last)).toEqual(state)
  const signedIn = service.requests.filter(({ endpoint }) => endpoint === 'POST /auth/login')
  expect(signedIn).toEqual([])
  const unknown = service.requests.filter(({ bearer, status }) => !tokens.has(bearer) || status === 401)
  expect(unknown).toEqual([])
  await report({
    part: 'kill -9 at the first paint',
    figures: { kills: KILLS + 1, 'accounts, tokens or settings lost': violations.length },
    violations,
  })
})
