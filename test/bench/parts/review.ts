import { openSessions } from '../../support/page-actions.ts'
import { ANA, type BenchHarness } from '../bench-harness.ts'
import type { Figure } from '../figure.ts'
import { median } from '../statistics.ts'
import { measureScrolling } from './scrolling.ts'

const DECISIONS = 20

/** The cost of a review of all sessions: scrolling it, and one decision from the key to the painted count. */
export async function measureReview(harness: BenchHarness): Promise<Figure[]> {
  const name = `review of ${harness.service.state.sessionsOf(ANA.email).length}`
  return harness.withApp('app', async (page) => {
    await openSessions(page, ANA)
    await page.getByRole('button', { name: 'Review…' }).click()
    await page.getByRole('radio').first().waitFor()
    return [
      ...(await measureScrolling(harness, `${name}, `, page)),
      {
        what: `${name}, a decision, to painted`,
        value: median(await page.evaluate(decided, DECISIONS)),
        unit: 'ms',
        budget: 250,
      },
    ]
  })
}

/** Decides by key on one session after the other, as each key goes to the next: ms from each key to the painted count. Runs in the page. */
async function decided(times: number): Promise<number[]> {
  const status = (): string =>
    [...document.querySelectorAll('[role=status]')].map((region) => region.textContent).join(' ')
  const press = (key: string): void =>
    void document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    )
  document.querySelector('input[type=radio]')?.closest('tr')?.focus()
  const took: number[] = []
  for (let time = 0; time < times; time++) {
    const before = status()
    const at = performance.now()
    press('m')
    while (status() === before) await steps.appears('body')
    took.push(performance.now() - at)
  }
  return took
}
