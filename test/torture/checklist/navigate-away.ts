// Ways out of the page for whoever runs code in it. Each travels there as text and uses nothing from here.

/** How a page can be led somewhere else. */
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

/** Tries to lead the page to an address in one way; marks the page, so that a new one in its place is seen. */
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
    // Its own address the page may write as it likes; that leads nowhere.
    'history.pushState': () => to.startsWith(location.origin) || history.pushState(null, '', to),
  }
  try {
    ways[way]()
  } catch {
    // Refused at once.
  }
}

/** Tries to open a window at an address by every way there is; tells what each gave. */
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
    // A download of nothing is a navigation, and tried as one.
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

/** Resolves when the page has been drawn twice and main has answered it: whatever was begun has been decided on. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await (window as unknown as { sessionDesk: { invoke(name: string): Promise<unknown> } }).sessionDesk.invoke(
    'appState:get',
  )
}

/** Where the page is, and whether it is still the one that was marked. */
export function pageLocation(): [address: string, isSame: boolean] {
  return [location.href, 'isSame' in window]
}
