import { seed, signInAll, waitForSessions } from '../../support/page-actions.ts'
import type { BenchHarness } from '../bench-harness.ts'
import type { Figure } from '../figure.ts'
import { median, percentile } from '../statistics.ts'
import { filtered, plainFrames, scrolled, sorted } from './list-page.ts'

const ACCOUNTS = 50
const SESSIONS = 200
const PASSWORD = 'correct horse battery'
const TIMES = 9
const FRAMES = 240
/** How long the lists of all accounts may take, ms. */
const TIMEOUT_MS = 240_000

/** The cost of the common list of 50 accounts with 200 sessions each. */
export async function measureAllAccounts(harness: BenchHarness): Promise<Figure[]> {
  const users = Array.from({ length: ACCOUNTS }, (_, index) => ({
    email: `account-${index}@example.com`,
    password: PASSWORD,
  }))
  for (const { email } of users) {
    await harness.service.state.addUser({ email, password: PASSWORD, name: `Account of ${email}` })
    // This device is one of them.
    seed(harness.service, email, SESSIONS - 1)
  }
  const app = await harness.launch('app', harness.newProfile())
  try {
    const page = await app.window()
    await signInAll(page, harness.service.baseUrl, users)
    await waitForSessions(page)
    // The loader of these files wraps every named function in a call of `__name`.
    await page.evaluate('globalThis.__name = (named) => named')
    await page.keyboard.press('Control+6')
    await page
      .getByText((ACCOUNTS * SESSIONS).toLocaleString('en'))
      .first()
      .waitFor({ timeout: TIMEOUT_MS })
    const times: Record<'shown' | 'sorted' | 'filtered', number[]> = { shown: [], sorted: [], filtered: [] }
    // The first of each is not counted: its code is not compiled yet.
    for (let time = 0; time <= TIMES; time++) {
      times.shown.push(await page.evaluate(opened))
      times.sorted.push(await page.evaluate(sorted))
      times.filtered.push(await page.evaluate(filtered))
    }
    const frames = await page.evaluate(scrolled, FRAMES)
    const plain = await plainFrames(harness, FRAMES)
    const cost = (of: keyof typeof times): number => median(times[of].slice(1))
    return [
      { what: 'page opened, to painted', value: cost('shown'), unit: 'ms', budget: 300 },
      { what: 'sorted by name, to painted', value: cost('sorted'), unit: 'ms', budget: 100 },
      { what: 'filtered by typing, to painted', value: cost('filtered'), unit: 'ms', budget: 100 },
      {
        what: 'a frame of scrolling, p95',
        value: percentile(frames, 0.95),
        control: percentile(plain, 0.95),
        unit: 'ms',
        budget: 32,
      },
    ]
  } finally {
    await app.evidence()
  }
}

// Runs in the page: it may use nothing from this file.

/** Opens the page from another one by its key: ms from the key to the painted list. */
async function opened(): Promise<number> {
  const appears = (selector: string): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => (document.querySelector(selector) ? resolve() : void setTimeout(check))
      check()
    })
  const painted = (): Promise<void> =>
    new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const press = (key: string): boolean =>
    window.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, cancelable: true }))
  press('4')
  await appears('input[type=password]')
  await painted()
  const at = performance.now()
  press('6')
  await appears('table[data-accounts] tbody tr[data-session]')
  await painted()
  return performance.now() - at
}
