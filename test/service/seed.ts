import type { TestState } from './test-state.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The name of a browser of Chromium's family. */
const blink = (system: string, product: string): string =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${product} Safari/537.36`
const WINDOWS = 'Windows NT 10.0; Win64; x64'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15'
const FIREFOX = 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Realistic names, raw user agents of browsers and device names of apps; null for never used. */
const DEVICES: readonly [name: string, createdAgo: number, usedAgo: number | null][] = [
  ['Pixel 8 Pro', 41 * DAY, 4 * MINUTE],
  [FIREFOX, 12 * DAY, 2 * HOUR],
  ['Old tablet', 215 * DAY, null],
  [blink('Windows NT 6.1; Win64; x64', 'Chrome/109.0.0.0'), 400 * DAY, 400 * DAY - 20 * MINUTE],
  ['Session Desk on Ubuntu (thinkpad)', 6 * DAY, 11 * MINUTE],
  [blink(WINDOWS, 'Chrome/138.0.0.0'), 33 * DAY, 19 * HOUR],
  [IPHONE, 58 * DAY, 3 * DAY],
  ['Session Desk on Windows (RECEPTION-PC)', 90 * DAY, 5 * DAY],
  [SAFARI, 27 * DAY, 26 * HOUR],
  [`${blink(WINDOWS, 'Chrome/137.0.0.0')} Edg/137.0.0.0`, 74 * DAY, 31 * DAY],
  [blink('Linux; Android 14; SM-S921B', 'SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile'), 120 * DAY, 95 * DAY],
  ['iPhone 15', 9 * DAY, 50 * MINUTE],
  ['PostmanRuntime/7.43.0', 150 * DAY, 149 * DAY],
  ['MacBook Air de João', 18 * DAY, 7 * HOUR],
]

const SHARED = { role: 'admin', tenant: 'Lagoa Mensagens' }
const USERS = {
  ana: {
    ...SHARED,
    email: 'ana@example.com',
    password: 'harbour-tide-7-Gulls',
    name: 'Ana Ribeiro',
    locale: 'pt-BR',
    timezone: 'America/Sao_Paulo',
    twoFactor: false,
  },
  bruno: {
    ...SHARED,
    email: 'bruno@example.com',
    password: 'north-trail-31-Lanterns',
    name: 'Bruno Castro',
    locale: 'en',
    timezone: 'Europe/Lisbon',
    twoFactor: true,
  },
}

/** Both accounts of the seed; `apiToken` is an `sk_` token that acts for its owner. */
export type Seeded = Awaited<ReturnType<typeof seed>>

/**
 * Adds ana@example.com (no two-factor) and bruno@example.com (two-factor) with so many sessions each; `hostileNames` adds
 * one with a hostile name to each.
 */
export async function seed(state: TestState, { sessions = 12, hostileNames = false } = {}) {
  const add = async (user: typeof USERS.ana) => {
    const { email, password, twoFactor } = user
    await state.addUser(user)
    addSessions(state, email, sessions)
    if (hostileNames) state.addSession(email, { name: '<img src=x onerror=alert(1)>' })
    return { email, password, twoFactor, apiToken: state.addApiToken(email) }
  }
  return { ana: await add(USERS.ana), bruno: await add(USERS.bruno) }
}

/** Adds so many realistic sessions to a user; beyond the list the devices repeat, with older times. */
export function addSessions(state: TestState, email: string, count: number): void {
  const now = state.now()
  for (let index = 0; index < count; index++) {
    const [name, createdAgo, usedAgo] = DEVICES[index % DEVICES.length]!
    const at = now - Math.floor(index / DEVICES.length) * 17 * HOUR
    state.addSession(email, {
      name,
      createdAt: at - createdAgo,
      lastUsedAt: usedAgo === null ? null : at - usedAgo,
    })
  }
}
