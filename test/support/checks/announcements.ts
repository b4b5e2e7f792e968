/**
 * Records in a page what its live regions announce, in order, as a screen reader would: a region whose text changes, or that appears
 * with a text, unless it is off or hidden. Returns the list that grows. It travels into pages as text, so it uses nothing from here.
 */
export function recordAnnouncements(): string[] {
  const REGIONS = '[role=status], [role=alert], [role=log], [aria-live]'
  const HIDDEN = '[hidden], [aria-hidden=true], [inert], [aria-live=off]'
  const said: string[] = []
  const last = new WeakMap<Element, string>()
  const textOf = (region: Element): string => region.textContent.replace(/\s+/g, ' ').trim()
  for (const region of document.querySelectorAll(REGIONS)) last.set(region, textOf(region))

  function look(region: Element): void {
    const text = textOf(region)
    if (last.get(region) === text) return
    last.set(region, text)
    if (text !== '' && region.isConnected && !region.closest(HIDDEN)) said.push(text)
  }
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const around = (target instanceof Element ? target : target.parentElement)?.closest(REGIONS)
      if (around) look(around)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        if (node.matches(REGIONS)) look(node)
        for (const region of node.querySelectorAll(REGIONS)) look(region)
      }
    }
  }).observe(document.documentElement, { childList: true, subtree: true, characterData: true })
  return said
}
