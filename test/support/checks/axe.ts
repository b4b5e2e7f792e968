import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/**
 * axe's violations on the current page: each rule with the elements that break it, and in the other theme those of
 * contrast, the only one that a theme can change; `within` is a selector. Forced colours have no other theme.
 */
export async function violations(page: Page, within = 'html'): Promise<string[]> {
  const found = await analyze(page, within)
  const { isDark, isForced } = await page.evaluate(() => ({
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isForced: matchMedia('(forced-colors: active)').matches,
  }))
  if (isForced) return found
  const other = isDark ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme: other })
  const inOther = await analyze(page, within, ['color-contrast'])
  await page.emulateMedia({ colorScheme: null })
  return [...found, ...inOther.map((violation) => `${other}: ${violation}`)]
}

async function analyze(page: Page, within: string, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ within, options }) => {
      const { axe: inPage } = globalThis as unknown as { axe: typeof axe }
      const fading = () =>
        document
          .getAnimations()
          .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
      let fades = 0
      const note = () => fades++
      const begins = ['animationstart', 'transitionrun']
      for (const begin of begins) document.addEventListener(begin, note)
      // An element that fades in or out has less contrast for a moment, also one that begins while axe looks.
      for (;;) {
        await Promise.allSettled(fading().map((animation) => animation.finished))
        const before = fades
        const { violations: all } = await inPage.run(within, options)
        if (fades > before || fading().length > 0) continue
        for (const begin of begins) document.removeEventListener(begin, note)
        return all.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
      }
    },
    {
      within,
      options: { resultTypes: ['violations'], ...(rules && { runOnly: rules }) } satisfies RunOptions,
    },
  )
}
