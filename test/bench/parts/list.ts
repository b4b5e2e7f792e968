import type { Page } from '@playwright/test'
import type { Bridge } from '../../../electron/shared/bridge.ts'
import type { TestApp } from '../../support/app.ts'
import { waitForSessions, signIn } from '../../support/page-actions.ts'
import type { Figure } from '../figure.ts'
import { growth, median, percentile } from '../statistics.ts'
import { ANA, type BenchHarness } from '../bench-harness.ts'
import { filtered, measureUpdate, reopened, plainFrames, scrolled, sorted } from './list-page.ts'

const TIMES = 9
const FRAMES = 240

/** The cost of the list for each of these sizes, and its growth. `harnessFor` starts a harness with so many sessions. */
export async function measureList(
  sizes: readonly number[],
  harnessFor: (sessions: number) => Promise<BenchHarness>,
): Promise<Figure[]> {
  const figures: Figure[] = []
  const costs = new Map<string, { size: number; cost: number }[]>()
  for (const size of sizes) {
    const harness = await harnessFor(size)
    try {
      const app = await harness.launch('app', harness.newProfile())
      try {
        const page = await app.window()
        await signIn(page, ANA)
        await waitForSessions(page)
        // The loader of these files wraps every named function in a call of `__name`.
        await page.evaluate('globalThis.__name = (named) => named')
        const budget = size === sizes.at(-1) ? { budget: 100 } : {}
        for (const [what, cost] of Object.entries(await costsOf(harness, app, page))) {
          figures.push({ what: `${size} sessions, ${what}`, value: cost, unit: 'ms', ...budget })
          costs.set(what, [...(costs.get(what) ?? []), { size, cost }])
        }
        const frames = await page.evaluate(scrolled, FRAMES)
        const plain = await plainFrames(harness, FRAMES)
        figures.push(
          {
            what: `${size} sessions, a frame of scrolling, p95`,
            value: percentile(frames, 0.95),
            control: percentile(plain, 0.95),
            unit: 'ms',
            budget: 32,
          },
          {
            what: `${size} sessions, a frame of scrolling, median`,
            value: median(frames),
            control: median(plain),
            unit: 'ms',
          },
        )
      } finally {
        await app.evidence()
      }
    } finally {
      await harness.stop()
    }
  }
  for (const [what, points] of costs)
    figures.push({ what: `growth of: ${what}`, value: growth(points), unit: 'exponent' })
  return figures
}

async function costsOf(harness: BenchHarness, app: TestApp, page: Page): Promise<Record<string, number>> {
  const updates: number[] = []
  const shown: number[] = []
  const sorts: number[] = []
  const filters: number[] = []
  const accountId = await page.evaluate(async () => {
    const { sessionDesk } = window as unknown as { sessionDesk: Bridge }
    const answer = await sessionDesk.invoke('appState:get')
    return answer.ok ? (answer.value.activeAccountId ?? '') : ''
  })
  // The first of each is not counted: its code is not compiled yet.
  for (let time = 0; time <= TIMES; time++) {
    updates.push(await measureUpdate(harness, app, page, accountId))
    shown.push(await page.evaluate(reopened))
    sorts.push(await page.evaluate(sorted))
    filters.push(await page.evaluate(filtered))
  }
  return {
    'one of them gone, from main to painted': median(updates.slice(1)),
    'page opened, to painted': median(shown.slice(1)),
    'sorted by name, to painted': median(sorts.slice(1)),
    'filtered by typing, to painted': median(filters.slice(1)),
  }
}
