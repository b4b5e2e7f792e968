import { CANARY } from './disk.ts'
import type { Kernel } from './kernel.ts'
import type { Random } from './random.ts'

/** How one service behaves, for a whole life. */
export interface Habits {
  /**
   * The number in `<number>|<secret>`: the session's id, as the API says; that of another table, which may be the id of a
   * stranger's session; or none, as in a signed token.
   */
  readonly numbersInTokens: 'sessions' | 'others' | 'none'
  /** A renewal keeps the session's id and changes its token only; otherwise the device gets another session. */
  readonly renewsInPlace: boolean
  /** A new session takes the highest id that is free, as SQLite does, but not within the second that an id was given in. */
  readonly reusesIds: boolean
  /** `is_current` marks the session of the request; a service of before marks none, and has session ids in its tokens. */
  readonly marks: boolean
  /** How far the second of two alternating read replicas is behind, ms; 0 without one. */
  readonly replicaLagMs: number
  /** How long a token lives, ms; null for ever. */
  readonly tokenLifeMs: number | null
  /** The service's clock minus the true time, ms. */
  readonly skewMs: number
  /** The status of a successful DELETE. */
  readonly deleted: 200 | 204
  /** How long a request or an answer is on its way at least, ms. */
  readonly wayMs: number
  /** The number of devices of the first user when a life begins. */
  readonly devices: number
}

/** Who ended a session: this app by its id, its own device, a renewal, or somebody else. */
export type Ender = 'app' | 'device' | 'renewal' | 'other'

/** A session as it truly is. Times are true ms, but `createdAt`, which is the service's, epoch ms in whole seconds. */
export interface TrueSession {
  /** Unique in a life, unlike the id. */
  readonly uid: number
  readonly id: number
  readonly userId: number
  /** The device that has the token; it keeps its number when a renewal gives it another session. */
  readonly device: number
  readonly name: string
  readonly createdAt: number
  readonly since: number
  /** Null while it is signed in. */
  until: number | null
  endedBy: Ender | null
  /** The address at which this app ended it; null if it did not. */
  endedFrom: string | null
  /** Epoch ms by the service's clock. */
  lastUsedAt: number | null
  token: string
  expiresAt: number | null
  /** Whether its token was issued to this app. */
  readonly isOurs: boolean
  /** The address at which it signed in. */
  readonly base: string
}

/** A user of the service. */
export interface TrueUser {
  readonly id: number
  readonly email: string
  readonly name: string
  password: string
  /** An instance API token, which is no session. */
  readonly apiToken: string
}

/** The truth about one service: its users, and every session that ever was. */
export interface Truth {
  readonly habits: Habits
  readonly users: readonly TrueUser[]
  readonly sessions: TrueSession[]
  /** The service's time, epoch ms; now, or at a true time. */
  time(): number
  timeAt(at: number): number
  /** The sessions of a user at a true time, oldest first. */
  signedIn(userId: number, at?: number): TrueSession[]
  /** The session that has a token now. */
  ofToken(token: string): TrueSession | null
  /** The session whose token this is or was; undefined if it never was one. */
  owner(token: string): TrueSession | undefined
  /** The user of a token, also of an API token; undefined without one. */
  userOf(token: string): TrueUser | undefined
  /** The session that an identity names for a user: there never are two. That of an API token may be unknown, 0. */
  named(userId: number, identity: { id: number; createdAt: number | null }): TrueSession | undefined
  /** The sessions of its device: what it was before its renewals, and what it became. */
  lineOf(session: TrueSession): TrueSession[]
  /** A session and those that its device got by renewals. */
  withHeirs(session: TrueSession): TrueSession[]
  issue(
    userId: number,
    name: string,
    device: number | null,
    isOurs: boolean,
    origin?: { at?: number; base?: string },
  ): TrueSession
  end(session: TrueSession, by: Ender, base?: string): void
  /** Gives a session another token, and another id unless the service renews in place. */
  renew(session: TrueSession): TrueSession
  /** Changes what a session shows as its last use to now. */
  use(session: TrueSession): void
}

/** The first moment of a life, epoch ms. */
export const START = Date.parse('2026-03-02T09:00:00Z')

/** Numbers of another table than that of sessions begin here, where no session's id gets. */
const MIN_OTHER_NUMBER = 900_000

/** Creates a service without sessions, with two users. */
export function createTruth(kernel: Kernel, random: Random, habits: Habits): Truth {
  const users: TrueUser[] = [
    { id: 7, email: 'ana@example.com', name: 'Ana', password: `${CANARY}-ana`, apiToken: `sk_${CANARY}-ana` },
    { id: 8, email: 'bo@example.com', name: 'Bo', password: `${CANARY}-bo`, apiToken: `sk_${CANARY}-bo` },
  ]
  const sessions: TrueSession[] = []
  const owners = new Map<string, TrueSession>()
  let lastUid = 0
  let lastId = 100
  let lastDevice = 0

  const timeAt = (at: number): number => START + at + habits.skewMs
  const time = (): number => timeAt(kernel.now())
  const isSignedIn = ({ since, until }: TrueSession, at: number): boolean =>
    since <= at && (until === null || until > at)
  const signedIn = (userId: number, at = kernel.now()): TrueSession[] =>
    sessions.filter((session) => session.userId === userId && isSignedIn(session, at))

  function newId(createdAt: number): number {
    if (!habits.reusesIds) return ++lastId
    const used = sessions.filter((session) => session.until === null || session.createdAt === createdAt)
    return Math.max(lastId, ...used.map(({ id }) => id)) + 1
  }

  function newToken(id: number, userId: number): string {
    const secret = `${CANARY}-${Math.floor(random.next() * 1e12).toString(36)}`
    if (habits.numbersInTokens === 'none') return secret
    if (habits.numbersInTokens === 'sessions') return `${id}|${secret}`
    const others = signedIn(userId).filter((session) => session.id !== id)
    const isStrangers = others.length > 0 && random.below(2) === 0
    return `${isStrangers ? random.pick(others).id : MIN_OTHER_NUMBER + random.below(1e5)}|${secret}`
  }
  const expiry = (): number | null => (habits.tokenLifeMs === null ? null : time() + habits.tokenLifeMs)

  function issue(
    userId: number,
    name: string,
    device: number | null,
    isOurs: boolean,
    { at = time(), base = '' }: { at?: number; base?: string } = {},
  ): TrueSession {
    const createdAt = Math.floor(at / 1_000) * 1_000
    const id = newId(createdAt)
    const session: TrueSession = {
      uid: ++lastUid,
      id,
      userId,
      device: device ?? ++lastDevice,
      name,
      createdAt,
      since: kernel.now(),
      until: null,
      endedBy: null,
      endedFrom: null,
      lastUsedAt: null,
      token: newToken(id, userId),
      expiresAt: expiry(),
      isOurs,
      base,
    }
    sessions.push(session)
    owners.set(session.token, session)
    return session
  }

  function end(session: TrueSession, by: Ender, base: string | null = null): void {
    if (session.until !== null) return
    session.until = kernel.now()
    session.endedBy = by
    session.endedFrom = base
  }

  return {
    habits,
    users,
    sessions,
    time,
    timeAt,
    signedIn,
    ofToken: (token) =>
      sessions.find(
        (session) =>
          session.token === token &&
          session.until === null &&
          (session.expiresAt === null || session.expiresAt > time()),
      ) ?? null,
    owner: (token) => owners.get(token),
    userOf: (token) =>
      users.find(({ id, apiToken }) => apiToken === token || owners.get(token)?.userId === id),
    named: (userId, { id, createdAt }) =>
      sessions.findLast(
        (session) =>
          (session.userId === userId || userId === 0) &&
          session.id === id &&
          (createdAt === null || session.createdAt === createdAt),
      ),
    lineOf: (session) => sessions.filter(({ device }) => device === session.device),
    withHeirs: (session) => [
      session,
      ...sessions.filter(
        ({ uid, device }) => session.endedBy === 'renewal' && device === session.device && uid > session.uid,
      ),
    ],
    issue,
    end,
    renew(session) {
      if (habits.renewsInPlace) {
        session.token = newToken(session.id, session.userId)
        session.expiresAt = expiry()
        owners.set(session.token, session)
        return session
      }
      end(session, 'renewal')
      return issue(session.userId, session.name, session.device, session.isOurs, { base: session.base })
    },
    use: (session) => void (session.lastUsedAt = time()),
  }
}

/** The names that devices have here; two share one. */
export const DEVICE_NAMES = [
  'Firefox on Ubuntu',
  'Pixel 8',
  'Chrome on Windows',
  'Safari on iPhone',
  'Old laptop',
  'Firefox on Ubuntu',
] as const

const DAY_MS = 86_400_000
/** For how many days the devices of the first user have not been used when a life begins; then from the start again. */
const IDLE_DAYS = [1, 0, 3, 50, 120, 200]

/** Signs in devices before a life begins; some have not been used for months. */
export function seedSessions(truth: Truth): void {
  const [first, second] = truth.users
  for (let at = 0; at < truth.habits.devices; at++) {
    const days = IDLE_DAYS[at % IDLE_DAYS.length] ?? 0
    const origin = { at: START - (days + 10 + at) * DAY_MS }
    const name = DEVICE_NAMES[at % DEVICE_NAMES.length] ?? ''
    const session = truth.issue(first?.id ?? 0, name, null, false, origin)
    session.lastUsedAt = truth.time() - days * DAY_MS - 60_000
  }
  for (const name of DEVICE_NAMES.slice(0, 2))
    truth.issue(second?.id ?? 0, name, null, false, { at: START - 20 * DAY_MS })
}
