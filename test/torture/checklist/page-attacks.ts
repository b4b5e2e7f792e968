// Attacks by code that runs in the page. Each function runs there: it may use nothing from this file.

/** Adds an element that loads an address by itself; returns whether it did. */
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

/** Tries every way of a script to reach the network; returns which worked. */
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

/** Lets WebRTC look for ways to the outside, until it has tried all; returns the addresses that it would use. */
export async function connectByWebRtc(ports: { tcp: number; udp: number }): Promise<string[]> {
  const found: string[] = []
  const turn = (query: string) => ({ urls: `turn:127.0.0.1:${query}`, username: 'a', credential: 'b' })
  const connection = new RTCPeerConnection({
    iceServers: [
      { urls: `stun:127.0.0.1:${ports.udp}` },
      turn(`${ports.udp}?transport=udp`),
      turn(`${ports.tcp}?transport=tcp`),
    ],
  })
  connection.createDataChannel('attack')
  const isDone = new Promise<void>((resolve) => {
    connection.onicecandidate = ({ candidate }) =>
      candidate === null ? resolve() : found.push(candidate.candidate)
  })
  await connection.setLocalDescription()
  await isDone
  connection.close()
  return found.filter(Boolean)
}

/** Tries every way to run code that is in none of the page's files; returns which ran. */
export async function runForeignCode(): Promise<Record<string, boolean>> {
  const ran: Record<string, boolean> = {}
  // Any script may create a Trusted Types policy, so Trusted Types alone must not be the defence.
  type Policy = Record<'createHTML' | 'createScript' | 'createScriptURL', (text: string) => string>
  type Trust = { trustedTypes: { createPolicy(name: string, policy: Policy): Policy } }
  const same = (text: string): string => text
  const allowAll = { createHTML: same, createScript: same, createScriptURL: same }
  const policy = (window as unknown as Trust).trustedTypes.createPolicy(`attack ${Math.random()}`, allowAll)
  const add = (tag: string, more: object): void =>
    document.body.append(Object.assign(document.createElement(tag), more))
  const blob = (text: string): string => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))
  const ways: Record<string, (code: string) => unknown> = {
    eval: (code) => (0, eval)(policy.createScript(code)) as unknown,
    Function: (code) => (Reflect.construct(Function, [policy.createScript(code)]) as () => unknown)(),
    'setTimeout with text': (code) =>
      Reflect.apply(setTimeout, window, [policy.createScript(code)]) as unknown,
    'an inline script': (code) => add('script', { text: policy.createScript(code) }),
    'a data: script': (code) =>
      add('script', { src: policy.createScriptURL(`data:text/javascript,${code}`) }),
    'a blob: script': (code) => add('script', { src: policy.createScriptURL(blob(code)) }),
    'an inline handler'(code) {
      const html = policy.createHTML(`<img src=x onerror='${code}'>`)
      document.body.appendChild(document.createElement('div')).innerHTML = html
    },
    'a javascript: link'(code) {
      add('a', { href: `javascript:${code}`, id: 'attack' })
      document.getElementById('attack')?.click()
    },
    'a blob: worker'() {
      const worker = new Worker(policy.createScriptURL(blob('postMessage(1)')))
      worker.onmessage = () => (ran['a blob: worker'] = true)
    },
    'markup without a policy': () =>
      (document.createElement('div').innerHTML = '<p>in</p>').length > 0 &&
      (ran['markup without a policy'] = true),
  }
  for (const [way, run] of Object.entries(ways)) {
    ran[way] ??= false
    Reflect.deleteProperty(window, 'ran')
    try {
      await run(`window.ran = ${JSON.stringify(way)}`)
    } catch {
      // Blocked at once.
    }
    // Inserted elements take effect within two frames.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    if ('ran' in window) ran[way] = true
  }
  return ran
}

/** Requests every permission; returns those granted or still available. */
export async function askForPermissions(): Promise<string[]> {
  type Attempt = () => Promise<unknown>
  type Device = Record<string, (options?: object) => Promise<unknown>>
  const devices = navigator as unknown as Record<string, Device | undefined>
  const attempts: Record<string, Attempt> = {
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
  for (const [name, ask] of Object.entries(attempts)) {
    // Some of these return an empty list of devices when denied.
    const answer = await ask().then(
      (value) =>
        value === undefined || (Array.isArray(value) && value.length === 0) ? 'refused' : 'granted',
      (error: unknown) => (error instanceof Error ? error.name : 'refused'),
    )
    if (answer === 'NotFoundError' && ['microphone', 'camera'].includes(name)) open.push(`${name}: not tried`)
    if (answer === 'granted') open.push(name)
  }
  // Its promise stays pending when denied.
  document.documentElement.requestFullscreen().catch(() => undefined)
  if ((await Notification.requestPermission()) === 'granted') open.push('notifications')
  const devicesAndPlaces = ['geolocation', 'clipboard-read', 'midi', 'camera', 'microphone']
  const others = ['notifications', 'idle-detection', 'window-management', 'local-fonts']
  const states = [...devicesAndPlaces, ...others].map(async (name) => {
    const { state } = await navigator.permissions.query({ name: name as PermissionName })
    return state === 'denied' ? [] : [`${name}: ${state}`]
  })
  return [
    ...open,
    ...(await Promise.all(states)).flat(),
    ...(document.fullscreenElement ? ['full screen'] : []),
  ]
}
