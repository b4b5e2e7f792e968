const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A session to seed: ms since its creation and its last use; null for never used. */
export interface SeedSession {
  readonly name: string
  readonly createdAgo: number
  readonly usedAgo: number | null
}

const WINDOWS = 'Windows NT 10.0; Win64; x64'
const MAC = 'Macintosh; Intel Mac OS X 10_15_7'
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)'

/** Realistic names: raw user agents of browsers, device names of apps. */
const DEVICES: readonly SeedSession[] = [
  { name: 'Pixel 8 Pro', createdAgo: 41 * DAY, usedAgo: 4 * MINUTE },
  {
    name: 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    createdAgo: 12 * DAY,
    usedAgo: 2 * HOUR,
  },
  { name: 'Old tablet', createdAgo: 215 * DAY, usedAgo: null },
  {
    name: `Mozilla/5.0 (Windows NT 6.1; Win64; x64) ${BLINK} Chrome/109.0.0.0 Safari/537.36`,
    createdAgo: 400 * DAY,
    usedAgo: 400 * DAY - 20 * MINUTE,
  },
  { name: 'Session Desk on Ubuntu (thinkpad)', createdAgo: 6 * DAY, usedAgo: 11 * MINUTE },
  {
    name: `Mozilla/5.0 (${WINDOWS}) ${BLINK} Chrome/138.0.0.0 Safari/537.36`,
    createdAgo: 33 * DAY,
    usedAgo: 19 * HOUR,
  },
  {
    name: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    createdAgo: 58 * DAY,
    usedAgo: 3 * DAY,
  },
  { name: 'Session Desk on Windows (RECEPTION-PC)', createdAgo: 90 * DAY, usedAgo: 5 * DAY },
  {
    name: `Mozilla/5.0 (${MAC}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15`,
    createdAgo: 27 * DAY,
    usedAgo: 26 * HOUR,
  },
  {
    name: `Mozilla/5.0 (${WINDOWS}) ${BLINK} Chrome/137.0.0.0 Safari/537.36 Edg/137.0.0.0`,
    createdAgo: 74 * DAY,
    usedAgo: 31 * DAY,
  },
  {
    name: `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${BLINK} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    createdAgo: 120 * DAY,
    usedAgo: 95 * DAY,
  },
  { name: 'iPhone 15', createdAgo: 9 * DAY, usedAgo: 50 * MINUTE },
  { name: 'PostmanRuntime/7.43.0', createdAgo: 150 * DAY, usedAgo: 149 * DAY },
  { name: 'MacBook Air de João', createdAgo: 18 * DAY, usedAgo: 7 * HOUR },
]

/** The first `count` sessions of a user; beyond the list the devices repeat, with older times. */
export function seedSessions(count: number, hostileNames: boolean): SeedSession[] {
  const sessions = Array.from({ length: count }, (_, index) => older(index))
  const hostile = { name: '<img src=x onerror=alert(1)>', createdAgo: 2 * DAY, usedAgo: DAY }
  return hostileNames ? [...sessions, hostile] : sessions
}

function older(index: number): SeedSession {
  const device = DEVICES[index % DEVICES.length] as SeedSession
  const extra = Math.floor(index / DEVICES.length) * 17 * HOUR
  const { name, createdAgo, usedAgo } = device
  return { name, createdAgo: createdAgo + extra, usedAgo: usedAgo === null ? null : usedAgo + extra }
}
