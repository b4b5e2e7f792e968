import { signInAll, waitForSessions } from '../../support/page-actions.ts'
import type { BenchHarness } from '../bench-harness.ts'
import type { Figure } from '../figure.ts'
import { filtered, sorted } from '../page-steps.ts'
import { mediansOf } from '../statistics.ts'
import { measureScrolling } from './scrolling.ts'

const ACCOUNTS = 50
const SESSIONS = 200
const TIMES = 9
/** How long the lists of all accounts may take, ms. */
const TIMEOUT_MS = 240_000

/** The cost of the common list of 50 accounts with 200 sessions each. */
export async function measureAllAccounts(harness: BenchHarness): Promise<Figure[]> {
  // This device is one of them.
  const users = await harness.addAccounts(ACCOUNTS, SESSIONS - 1)
  return harness.withApp('app', async (page) => {
    await signInAll(page, harness.service.baseUrl, users)
    await waitForSessions(page)
    await page.keyboard.press('Control+6')
    await page
      .getByText((ACCOUNTS * SESSIONS).toLocaleString('en'))
      .first()
      .waitFor({ timeout: TIMEOUT_MS })
    const taken = await mediansOf(TIMES, {
      shown: () => page.evaluate(opened),
      sorted: () => page.evaluate(sorted),
      filtered: () => page.evaluate(filtered),
    })
    return [
      { what: 'page opened, to painted', value: taken.shown, unit: 'ms', budget: 300 },
      { what: 'sorted by name, to painted', value: taken.sorted, unit: 'ms', budget: 100 },
      { what: 'filtered by typing, to painted', value: taken.filtered, unit: 'ms', budget: 100 },
      ...(await measureScrolling(harness, '', page)),
    ]
  })
}

/** Opens the page from another one by its key: ms from the key to the painted list. Runs in the page. */
async function opened(): Promise<number> {
  const press = (key: string): boolean =>
    window.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, cancelable: true }))
  press('4')
  await steps.appears('input[type=password]')
  return steps.timed(() => press('6'), 'table[data-accounts] tbody tr[data-session]')
}
