import type { Page } from '@playwright/test'

/** Elements of the current screen that are cut off, outside the window, or overlapping; one sentence each. */
export async function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const sayRaw: string[] = []
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth + 1) sayRaw.push(`the page is ${scrollWidth - innerWidth} px too wide`)

    const isShown = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: false, visibilityProperty: true }) &&
      element.closest('[aria-hidden=true], .sr-only') === null
    const nameOf = (element: Element): string =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`

    const controls = [...document.querySelectorAll('a, button, input, [role=radio], [role=combobox]')].filter(
      isShown,
    )
    const boxes = controls.map((element) => ({ element, box: element.getBoundingClientRect() }))
    for (const { element, box } of boxes) {
      if (box.left < -1 || box.right > innerWidth + 1) sayRaw.push(`${nameOf(element)} is out of the window`)
    }
    for (const element of document.querySelectorAll('a, button, h1, h2, label, p, dt, dd')) {
      const style = getComputedStyle(element)
      const mayBeCut = element.closest('.truncate, .line-clamp-2') !== null || style.overflow === 'visible'
      if (isShown(element) && !mayBeCut && element.scrollWidth > element.clientWidth + 1) {
        sayRaw.push(`${nameOf(element)} is cut off`)
      }
    }
    // Floating elements, and the bar below the page, cover what is scrolled under them on purpose.
    const inPage = boxes.filter(
      ({ element }) => element.closest('#dock, [role=group], [role=menu], [role=alertdialog]') === null,
    )
    for (const [index, one] of inPage.entries()) {
      for (const other of inPage.slice(index + 1)) {
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        // A button within a field, such as the one that reveals the password, overlaps on purpose.
        const isInField = [one, other].some(({ element, box }) => {
          const button = element === one.element ? other : one
          return element.tagName === 'INPUT' && box.left < button.box.left && box.right > button.box.right
        })
        if (width > 2 && height > 2 && !isInField)
          sayRaw.push(`${nameOf(one.element)} is over ${nameOf(other.element)}`)
      }
    }
    return sayRaw
  })
}
