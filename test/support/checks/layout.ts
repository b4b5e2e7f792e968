import type { Page } from '@playwright/test'

/** Elements of the current screen that are cut off, outside the window, or overlapping; one sentence each. */
export async function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = []
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth + 1) problems.push(`the page is ${scrollWidth - innerWidth} px too wide`)

    /** Whether it is in a closed part of a form, which has no height and shows nothing of what is in it. */
    function isClippedAway({ parentElement: parent }: Element): boolean {
      if (parent === null) return false
      const clips = parent.clientHeight === 0 && getComputedStyle(parent).overflowY === 'clip'
      return clips || isClippedAway(parent)
    }
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: false, visibilityProperty: true }) &&
      element.closest('[aria-hidden=true], .sr-only') === null &&
      !isClippedAway(element)
    const nameOf = (element: Element): string =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`

    const controls = [...document.querySelectorAll('a, button, input, [role=radio], [role=combobox]')].filter(
      isShown,
    )
    const boxes = controls.map((element) => ({ element, box: element.getBoundingClientRect() }))
    for (const { element, box } of boxes) {
      if (box.left < -1 || box.right > innerWidth + 1)
        problems.push(`${nameOf(element)} is out of the window`)
    }
    for (const element of document.querySelectorAll('a, button, h1, h2, label, p, dt, dd')) {
      const style = getComputedStyle(element)
      const mayBeCut = element.closest('.truncate, .line-clamp-2') !== null || style.overflow === 'visible'
      if (isShown(element) && !mayBeCut && element.scrollWidth > element.clientWidth + 1) {
        problems.push(`${nameOf(element)} is cut off`)
      }
    }
    // Floating elements, and the bar below the page, cover what is scrolled under them on purpose.
    const inPage = boxes.filter(
      ({ element }) =>
        element.closest('#dock, #notices, [role=group], [role=menu], [role=alertdialog]') === null,
    )
    for (const [index, first] of inPage.entries()) {
      for (const other of inPage.slice(index + 1)) {
        if (first.element.contains(other.element) || other.element.contains(first.element)) continue
        const width = Math.min(first.box.right, other.box.right) - Math.max(first.box.left, other.box.left)
        const height = Math.min(first.box.bottom, other.box.bottom) - Math.max(first.box.top, other.box.top)
        // A button within a field, such as the one that reveals the password, overlaps on purpose.
        const isInField = [first, other].some(({ element, box }) => {
          const button = element === first.element ? other : first
          return element.tagName === 'INPUT' && box.left < button.box.left && box.right > button.box.right
        })
        if (width > 2 && height > 2 && !isInField)
          problems.push(`${nameOf(first.element)} is over ${nameOf(other.element)}`)
      }
    }
    return problems
  })
}
