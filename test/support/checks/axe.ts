import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe has against a page as it is now: each rule with the elements that break it; `within` is a selector. */
export async function violations(page: Page, within = 'html'): Promise<string[]> {
  // What fades in has less contrast for a moment, which is nobody's screen.
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(passing.map((one) => one.finished))
  })
  // Electron has no way to open the extra page in which the newer mode of axe would run.
  const { violations: found } = await new AxeBuilder({ page }).include(within).setLegacyMode().analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}
