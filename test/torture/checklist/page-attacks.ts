// What an attacker would do who already runs code in the page. Each travels there as text and uses nothing from here.

/** Adds an element that loads an address by itself; tells whether it did. */
export function load([tag, address]: readonly [tag: string, address: string]): Promise<string> {
  return new Promise((resolve) => {
    const element = document.createElement(tag)
    element.addEventListener('load', () => resolve('loaded'))
    element.addEventListener('loadeddata', () => resolve('loaded'))
    element.addEventListener('error', () => resolve('refused'))
    document.addEventListener('securitypolicyviolation', () => resolve('refused'))
    const place = tag === 'link' ? { rel: 'stylesheet', href: address } : { src: address }
    try {
      Object.assign(element, tag === 'object' ? { data: address } : place)
    } catch {
      resolve('refused')
    }
    document.body.append(element)
  })
}

/** Goes to the network by every way a script has; tells which were open. */
export async function tryNetworkAccess(address: string): Promise<Record<string, string>> {
  const socket = address.replace(/^http/, 'ws')
  const events = (target: EventTarget): Promise<unknown> =>
    new Promise((resolve, reject) => {
      target.addEventListener('open', resolve)
      target.addEventListener('error', () => reject(new Error('refused')))
    })
  const ways: Record<string, () => unknown> = {
    fetch: () => fetch(address, { mode: 'no-cors' }),
    XMLHttpRequest() {
      const request = new XMLHttpRequest()
      request.open('GET', address, false)
      request.send()
    },
    WebSocket: () => events(new WebSocket(socket)),
    EventSource: () => events(new EventSource(address)),
    Worker: () => new Worker(address),
    SharedWorker: () => new SharedWorker(address),
    'service worker': () => navigator.serviceWorker.register(address),
    'dynamic import': () => import(/* @vite-ignore */ address),
  }
  const found: Record<string, string> = {}
  for (const [way, go] of Object.entries(ways)) {
    try {
      await go()
      found[way] = 'open'
    } catch {
      found[way] = 'refused'
    }
  }
  return found
}

/** Runs code that is in none of the page's files, by every way there is; tells which ran. */
export async function runForeignCode(): Promise<Record<string, boolean>> {
  const ran: Record<string, boolean> = {}
  const code = (way: string): string => `window.ran = ${JSON.stringify(way)}`
  // Anybody may make a policy for trusted types; so they alone must not be what stops an attack.
  const trust = (window as unknown as { trustedTypes: { createPolicy(...all: unknown[]): unknown } })
    .trustedTypes
  const same = (text: string): string => text
  const policy = trust.createPolicy(`attack ${Math.random()}`, {
    createHTML: same,
    createScript: same,
    createScriptURL: same,
  }) as {
    createHTML(text: string): string
    createScript(text: string): string
    createScriptURL(text: string): string
  }
  const add = (tag: string, more: object): void =>
    document.body.append(Object.assign(document.createElement(tag), more))
  const blob = (text: string): string => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))
  const ways: Record<string, () => unknown> = {
    eval: () => (0, eval)(policy.createScript(code('eval'))) as unknown,
    Function: () => (Reflect.construct(Function, [policy.createScript(code('Function'))]) as () => unknown)(),
    'setTimeout with text': () =>
      Reflect.apply(setTimeout, window, [policy.createScript(code('setTimeout with text'))]) as unknown,
    'an inline script': () => add('script', { text: policy.createScript(code('an inline script')) }),
    'a data: script': () =>
      add('script', { src: policy.createScriptURL(`data:text/javascript,${code('a data: script')}`) }),
    'a blob: script': () => add('script', { src: policy.createScriptURL(blob(code('a blob: script'))) }),
    'an inline handler': () =>
      (document.body.appendChild(document.createElement('div')).innerHTML = policy.createHTML(
        `<img src=x onerror='${code('an inline handler')}'>`,
      )),
    'a javascript: link': () => {
      const link = Object.assign(document.createElement('a'), {
        href: `javascript:${code('a javascript: link')}`,
      })
      document.body.append(link)
      link.click()
    },
    'a blob: worker': () =>
      new Worker(policy.createScriptURL(blob('postMessage(1)'))).addEventListener(
        'message',
        () => (ran['a blob: worker'] = true),
      ),
    'markup without a policy': () =>
      (document.createElement('div').innerHTML = '<p>in</p>').length > 0 &&
      (ran['markup without a policy'] = true),
  }
  for (const [way, run] of Object.entries(ways)) {
    ran[way] ??= false
    Reflect.deleteProperty(window, 'ran')
    try {
      await run()
    } catch {
      // Refused at once.
    }
    // Two frames later whatever was put into the page has been acted on.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    if ('ran' in window) ran[way] = true
  }
  return ran
}

/** Asks for everything that needs a permission; tells what was granted or may still be asked for. */
export async function askForPermissions(): Promise<string[]> {
  type Asked = () => Promise<unknown>
  const devices = navigator as unknown as Record<
    string,
    Record<string, (options?: object) => Promise<unknown>> | undefined
  >
  const asked: Record<string, Asked> = {
    microphone: () => navigator.mediaDevices.getUserMedia({ audio: true }),
    camera: () => navigator.mediaDevices.getUserMedia({ video: true }),
    screen: () => navigator.mediaDevices.getDisplayMedia({ video: true }),
    place: () => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject)),
    clipboard: () => navigator.clipboard.readText(),
    midi: () => navigator.requestMIDIAccess({ sysex: true }),
    usb: async () => devices['usb']?.['requestDevice']?.({ filters: [] }),
    hid: async () => devices['hid']?.['requestDevice']?.({ filters: [] }),
    serial: async () => devices['serial']?.['requestPort']?.(),
    bluetooth: async () => devices['bluetooth']?.['requestDevice']?.({ acceptAllDevices: true }),
    'lasting storage': async () =>
      (await navigator.storage.persist()) || Promise.reject(new Error('refused')),
  }
  const open: string[] = []
  for (const [name, ask] of Object.entries(asked)) {
    // An empty list of devices is what a refusal looks like to some of these.
    const answer = await ask().then(
      (value) =>
        value === undefined || (Array.isArray(value) && value.length === 0) ? 'refused' : 'granted',
      (error: unknown) =>
        error instanceof Error && error.name === 'NotFoundError' ? 'no device' : 'refused',
    )
    if (answer === 'no device' && ['microphone', 'camera'].includes(name)) open.push(`${name}: not tried`)
    if (answer === 'granted') open.push(name)
  }
  // Its promise stays open where it is refused.
  void document.documentElement.requestFullscreen().then(
    () => undefined,
    () => undefined,
  )
  if ((await Notification.requestPermission()) === 'granted') open.push('notifications')
  const states = [
    'notifications',
    'geolocation',
    'clipboard-read',
    'midi',
    'camera',
    'microphone',
    'idle-detection',
    'window-management',
    'local-fonts',
  ].map(async (name) => {
    const { state } = await navigator.permissions.query({ name: name as PermissionName })
    return state === 'denied' ? [] : [`${name}: ${state}`]
  })
  const others = (await Promise.all(states)).flat()
  return [...open, ...others, ...(document.fullscreenElement ? ['full screen'] : [])]
}
