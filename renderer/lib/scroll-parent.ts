/** The nearest ancestor that scrolls vertically, otherwise the page. */
export function scrollParent(element: Element): HTMLElement {
  for (let parent = element.parentElement; parent; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  return document.documentElement
}
