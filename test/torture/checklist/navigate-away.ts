// Attempts to leave the page by code that runs in it. Each function runs in the page: it may use nothing from this file.

/** The ways to navigate a page. */
export const NAVIGATION_METHODS = [
  'location.href',
  'location.replace',
  'location.assign',
  'top.location',
  'a link',
  'a form',
  'a frame',
  'a refresh',
  'history.pushState',
] as const

/** Tries to navigate the page to an address in one way; marks the page first, so that a new page is recognised. */
export function navigateAway([way, to]: readonly [
  way: (typeof NAVIGATION_METHODS)[number],
  to: string,
]): void {
  Reflect.set(window, 'isSame', true)
  const link = Object.assign(document.createElement('a'), { href: to })
  const form = Object.assign(document.createElement('form'), { action: to, method: 'get' })
  const frame = document.createElement('iframe')
  document.body.append(link, form, frame)
  const ways: Record<(typeof NAVIGATION_METHODS)[number], () => unknown> = {
    'location.href': () => (location.href = to),
    'location.replace': () => location.replace(to),
    'location.assign': () => location.assign(to),
    'top.location': () => ((window.top ?? window).location.href = to),
    'a link': () => link.click(),
    'a form': () => form.submit(),
    'a frame': () => (frame.src = to),
    'a refresh': () =>
      document.head.append(
        Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: `0;url=${to}` }),
      ),
    // A page may rewrite its own address; that loads nothing.
    'history.pushState': () => to.startsWith(location.origin) || history.pushState(null, '', to),
  }
  try {
    ways[way]()
  } catch {
    // Blocked at once.
  }
}

/** Tries to open a window at an address in every way; returns the result of each. */
export function tryToOpenWindows(to: string): Record<string, string> {
  const link = Object.assign(document.createElement('a'), { href: to, target: '_blank' })
  const download = Object.assign(document.createElement('a'), { href: to, download: 'x' })
  const form = Object.assign(document.createElement('form'), { action: to, target: 'other', method: 'post' })
  document.body.append(link, download, form)
  const ways: Record<string, () => unknown> = {
    'window.open': () => window.open(to),
    'window.open by name': () => window.open(to, 'other', 'popup,nodeIntegration=yes,webSecurity=no'),
    'window.open, then written to': () => window.open(to)?.document.body.append('x'),
    'a link': () => link.click(),
    'a link, with ctrl': () =>
      void link.dispatchEvent(new MouseEvent('click', { ctrlKey: true, cancelable: true })),
    'a link, with shift': () => !link.dispatchEvent(new MouseEvent('click', { shiftKey: true })),
    // A download of about:blank is a navigation, which has its own test.
    'a download': () => (to === 'about:blank' ? null : download.click()),
    'a form': () => form.submit(),
  }
  const opened: Record<string, string> = {}
  for (const [way, open] of Object.entries(ways)) {
    try {
      opened[way] = !open() ? 'none' : 'a window'
    } catch {
      opened[way] = 'none'
    }
  }
  return opened
}

/** Resolves after two frames and a reply from main: pending navigations are decided by then. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await (window as unknown as { sessionDesk: { invoke(name: string): Promise<unknown> } }).sessionDesk.invoke(
    'appState:get',
  )
}

/** The page's address, and whether it is still the marked page. */
export function pageLocation(): [address: string, isSame: boolean] {
  return [location.href, 'isSame' in window]
}
