import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** axe's violations on the current page: each rule with the elements that break it; `within` is a selector. */
export async function violations(page: Page, within = 'html'): Promise<string[]> {
  // An element that fades in has less contrast for a moment.
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(passing.map((animation) => animation.finished))
  })
  // Electron cannot open the extra page that axe's newer mode needs.
  const { violations: found } = await new AxeBuilder({ page }).include(within).setLegacyMode().analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}
