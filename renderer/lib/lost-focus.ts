import { isFocusLost } from './keep-focus.ts'

/**
 * Moves the focus on whenever the focused element is removed and nothing else does: a person with a keyboard or a screen reader
 * would start again at the top of the window. The nearest part of the page that is left gets the event `focuslost`, which bubbles;
 * a part that moves the focus prevents its default, otherwise it goes to the page's heading. Returns a function that stops it.
 */
export function guardFocus(): () => void {
  /** The element that had the focus last, and its ancestors. */
  let path: Element[] = []

  function remember({ target }: FocusEvent): void {
    path = []
    for (let part = target instanceof Element ? target : null; part; part = part.parentElement)
      path.push(part)
  }
  function moveOn(): void {
    const left = path.find((part) => part.isConnected)
    if (!isFocusLost() || !left || left === path[0]) return
    const event = new CustomEvent('focuslost', { bubbles: true, cancelable: true })
    // Without scrolling, because a person with a pointer looks at what is there.
    if (left.dispatchEvent(event)) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => {
    // Later than a closing dialog, which gives the focus back by itself.
    if (isFocusLost() && path[0]?.isConnected === false) setTimeout(moveOn)
  })

  document.addEventListener('focusin', remember)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', remember)
    observer.disconnect()
  }
}
