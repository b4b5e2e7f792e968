import { signIn, waitForSessions } from '../../support/page-actions.ts'
import type { Figure } from '../figure.ts'
import { median, percentile } from '../statistics.ts'
import { ANA, type BenchHarness } from '../bench-harness.ts'
import { scrolled } from './list-page.ts'

const FRAMES = 240
const DECISIONS = 20

/** The cost of a review of `sessions` sessions: scrolling it, and one decision from the key to the painted count. */
export async function measureReview(sessions: number, harness: BenchHarness): Promise<Figure[]> {
  const app = await harness.launch('app', harness.newProfile())
  try {
    const page = await app.window()
    await signIn(page, ANA)
    await waitForSessions(page)
    // The loader of these files wraps every named function in a call of `__name`.
    await page.evaluate('globalThis.__name = (named) => named')
    await page.getByRole('button', { name: 'Review…' }).click()
    await page.getByRole('radio').first().waitFor()
    const frames = await page.evaluate(scrolled, FRAMES)
    const decisions = await page.evaluate(decided, DECISIONS)
    return [
      {
        what: `review of ${sessions}, a frame of scrolling, p95`,
        value: percentile(frames, 0.95),
        unit: 'ms',
        budget: 32,
      },
      { what: `review of ${sessions}, a frame of scrolling, median`, value: median(frames), unit: 'ms' },
      { what: `review of ${sessions}, a decision, to painted`, value: median(decisions), unit: 'ms' },
    ]
  } finally {
    await app.evidence()
  }
}

/** Decides by key on one session after the other: ms from each key to the painted count. Runs in the page. */
async function decided(times: number): Promise<number[]> {
  const status = (): string =>
    [...document.querySelectorAll('[role=status]')].map((region) => region.textContent).join(' ')
  const painted = (): Promise<void> =>
    new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const press = (key: string): void =>
    void document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    )
  document.querySelector<HTMLElement>('input[type=radio]')?.focus()
  const took: number[] = []
  for (let time = 0; time < times; time++) {
    const before = status()
    const at = performance.now()
    press('m')
    while (status() === before) await painted()
    took.push(performance.now() - at)
    press('ArrowDown')
    await painted()
  }
  return took
}
