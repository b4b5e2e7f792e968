/** The nearest element around that scrolls up and down, else the page itself. */
export function scrollParent(element: Element): HTMLElement {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  }
  return document.documentElement
}
