import type { Page } from '@playwright/test'

/** The steps of the functions that run in a page: they may use nothing else from these files. */
interface PageSteps {
  /** Resolves once a matching element is there and painted. */
  appears(selector: string): Promise<void>
  /** ms from an action until a matching element is there and painted; by default, until the next paint. */
  timed(act: () => unknown, selector?: string): Promise<number>
}

declare global {
  var steps: PageSteps
}

/** Adds `steps` to a page. */
export async function addPageSteps(page: Page): Promise<void> {
  // The loader of these files wraps every named function in a call of `__name`.
  await page.evaluate('globalThis.__name = (named) => named')
  await page.evaluate(() => {
    const appears = async (selector: string): Promise<void> => {
      while (!document.querySelector(selector)) await new Promise((resolve) => setTimeout(resolve))
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    }
    globalThis.steps = {
      appears,
      async timed(act, selector = 'body') {
        const at = performance.now()
        act()
        await appears(selector)
        return performance.now() - at
      },
    }
  })
}

/** Sorts by name: ms from the click to the painted list. Sorts back without measuring. */
export async function sorted(): Promise<number> {
  const [byName, byUse] = [...document.querySelectorAll<HTMLElement>('thead button')]
  const took = await steps.timed(() => byName!.click())
  await steps.timed(() => byUse!.click())
  return took
}

/** Types into the search: ms from the input to the painted list. Clears it without measuring. */
export async function filtered(): Promise<number> {
  const field = document.querySelector<HTMLInputElement>('input[type=search]')!
  const enter = (text: string): void => {
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const took = await steps.timed(() => enter('firefox'))
  await steps.timed(() => enter(''))
  return took
}
