import type { Random } from './random.ts'
import type { Kernel } from './kernel.ts'
import type { TrueSession, TrueUser, Truth } from './truth.ts'

/** What the service or the way to it does wrong with one request. */
export const FAULTS = [
  'lostBefore',
  'lostAfter',
  'slow',
  'silent',
  'html',
  '401',
  '403',
  '404',
  '409',
  '419',
  '422',
  '429',
  '500',
  '503',
  'success200',
  'hollow200',
] as const
export type Fault = (typeof FAULTS)[number]

/**
 * What is wrong with one list. `short`, `late`, `empty` and `withoutOwn` are servers that are behind or lost a part; `doubled` is a
 * join or a page that shifted; `paged` a limit; `foreign` and `markedElsewhere` are answers that a proxy had kept for somebody else;
 * `markedTwice` is a renewal that left its former session marked; `unmarked` is a server of before.
 */
export const DISTORTIONS = [
  'short',
  'empty',
  'withoutOwn',
  'doubled',
  'foreign',
  'unmarked',
  'markedElsewhere',
  'markedTwice',
  'paged',
  'late',
] as const
export type Distortion = (typeof DISTORTIONS)[number]

/** A request as it arrives; `token` is empty without one. */
export interface ServiceRequest {
  method: string
  path: string
  token: string
  /** The address that it was sent to, up to the path. */
  base: string
  body: Record<string, unknown>
}

/** An answer; `listed` are the rows of a list of sessions. */
export interface ServiceAnswer {
  status: number
  body: unknown
  headers?: Record<string, string>
  listed?: Listed
}

/** A list as it was answered: its rows, with the sessions that they truly are. */
export interface Listed {
  rows: { session: TrueSession; isCurrent: boolean; usedAt: number | null }[]
  isPaged: boolean
}

/** The service over HTTP. */
export interface Service {
  answer(request: ServiceRequest): ServiceAnswer
  /** What is wrong with the next requests of a kind: `list`, `delete`, a `logoutAll`, any `write` or `any`. */
  readonly faults: { on: 'list' | 'delete' | 'logoutAll' | 'write' | 'any'; fault: Fault }[]
  readonly distortions: Distortion[]
  /** Another process of the app asks from now on, which knows no more than its files. */
  restarted(): void
  takeFault(method: string, path: string): Fault | null
}

/** What nobody could see through, because the number in the token tells nothing: no service is wrong like that for long. */
const BLIND: Readonly<Record<Truth['habits']['numbersInTokens'], readonly Distortion[]>> = {
  sessions: [],
  others: ['withoutOwn', 'markedElsewhere'],
  none: ['markedElsewhere'],
}
const LATE_MS = 3_000
const RETRY_AFTER_S = 7

/** Creates the service over the truth. */
export function createService(kernel: Kernel, random: Random, truth: Truth): Service {
  const faults: Service['faults'] = []
  const distortions: Distortion[] = []
  /** The sessions that asked this process's lists that were as they should be, once for each. */
  const plain: (TrueSession | null)[] = []
  let lists = 0

  const userOf = (id: number): TrueUser | undefined => truth.users.find((user) => user.id === id)
  const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
  const json = (status: number, body: unknown): ServiceAnswer => ({ status, body })
  const refused = (status: number, message: string): ServiceAnswer => json(status, { message })
  const done = (): ServiceAnswer => json(200, { success: true, message: 'Done.' })

  const userBody = ({ id, name, email }: TrueUser): object => ({
    id,
    name,
    email,
    role: 'admin',
    locale: null,
    timezone: 'UTC',
    email_verified: true,
    two_factor_enabled: false,
    tenant: { id: 1, name: 'Lagoa', status: 'active' },
  })
  function granted(session: TrueSession): ServiceAnswer {
    const user = userOf(session.userId)
    return json(200, {
      success: true,
      data: {
        user: user && userBody(user),
        token: session.token,
        token_type: 'Bearer',
        expires_at: iso(session.expiresAt),
      },
    })
  }

  function list({ id: asking }: TrueUser, own: TrueSession | null): ServiceAnswer {
    lists++
    const next = distortions.shift() ?? null
    const blind = BLIND[truth.habits.numbersInTokens]
    // Before a list with a mark has arrived, and the first one may be lost, nobody knows what a number means.
    const isEarly = plain.filter((each) => each === own).length < 2
    const isBlind =
      next === 'markedElsewhere' || (next === 'unmarked' && truth.habits.numbersInTokens === 'others')
    // Where ids come again no server is behind: one small database counts them.
    const isLate = next === 'late' && truth.habits.reusesIds
    const wrong = next !== null && (blind.includes(next) || (isBlind && isEarly) || isLate) ? null : next
    if (wrong === null) plain.push(own)
    const isBehind = truth.habits.replicaLagMs > 0 && lists % 2 === 0
    const wanted = wrong === 'late' ? LATE_MS : isBehind ? truth.habits.replicaLagMs : 0
    const isOwnNew = own !== null && kernel.now() - own.since < wanted
    const lag = isOwnNew && blind.includes('withoutOwn') ? 0 : wanted
    const userId = wrong === 'foreign' ? (asking === 7 ? 8 : 7) : asking
    let rows = truth.signedIn(userId, kernel.now() - lag).map((session) => ({
      session,
      isCurrent: truth.habits.marks && session === own,
      usedAt: session.lastUsedAt,
    }))
    const others = rows.filter(({ session }) => session !== own)
    const victim = others.length > 0 ? random.pick(others) : null
    if (wrong === 'short' && victim) rows = rows.filter((row) => row !== victim)
    if (wrong === 'empty') rows = []
    if (wrong === 'withoutOwn') rows = others
    if (wrong === 'doubled' && victim) rows = [...rows, victim]
    if (wrong === 'unmarked') rows = rows.map((row) => ({ ...row, isCurrent: false }))
    if (wrong === 'markedElsewhere' && truth.habits.marks && victim)
      rows = rows.map((row) => ({ ...row, isCurrent: row === victim }))
    const hasOwn = rows.some(({ session }) => session === own)
    if (wrong === 'markedTwice' && truth.habits.marks && hasOwn && victim)
      rows = rows.map((row) => ({ ...row, isCurrent: row.isCurrent || row === victim }))
    const isPaged = wrong === 'paged' && rows.length > 2
    // Some begin with the session that asks.
    if (isPaged) rows = [...rows.filter(({ session }) => session === own), ...others].slice(0, 2)
    const body = rows.map(({ session, isCurrent, usedAt }) => ({
      id: session.id,
      name: session.name,
      last_used_at: iso(usedAt),
      created_at: iso(session.createdAt),
      is_current: isCurrent,
    }))
    const meta = isPaged ? { meta: { current_page: 1, last_page: 2, per_page: 2 } } : {}
    return {
      ...json(200, { success: true, data: { sessions: body }, ...meta }),
      listed: { rows, isPaged },
    }
  }

  function withToken(
    { method, path, base, body }: ServiceRequest,
    user: TrueUser,
    own: TrueSession | null,
  ): ServiceAnswer {
    if (own) truth.use(own)
    switch (`${method} ${path}`) {
      case 'GET /auth/sessions':
        return list(user, own)
      case 'GET /auth/me':
        return json(200, { success: true, data: { user: userBody(user) } })
      case 'POST /auth/refresh':
        return own ? granted(truth.renew(own)) : refused(403, 'Not for API tokens.')
      case 'POST /auth/logout':
        if (!own) return refused(403, 'Not for API tokens.')
        truth.end(own, 'app', base)
        return done()
      case 'POST /auth/logout-all':
        for (const session of truth.signedIn(user.id)) truth.end(session, 'app', base)
        return done()
      case 'POST /auth/password/change':
        if (body['current_password'] !== user.password) return refused(422, 'The password is incorrect.')
        user.password = String(body['password'])
        return done()
    }
    const id = /^DELETE \/auth\/sessions\/(\d+)$/.exec(`${method} ${path}`)?.[1]
    const session = truth.signedIn(user.id).find((each) => each.id === Number(id))
    if (!session) return refused(404, 'Not found.')
    truth.end(session, 'app', base)
    return truth.habits.deleted === 204 ? { status: 204, body: null } : done()
  }

  function login({ body, base }: ServiceRequest): ServiceAnswer {
    const user = truth.users.find(({ email }) => email === body['email'])
    if (!user || user.password !== body['password'])
      return json(422, { message: 'Wrong.', errors: { email: ['Wrong.'] } })
    return granted(truth.issue(user.id, String(body['device_name']), null, true, { base }))
  }

  return {
    faults,
    distortions,
    restarted: () => void (plain.length = 0),
    takeFault(method, path) {
      const others = path === '/auth/logout-all' ? 'logoutAll' : 'other'
      const kind = path === '/auth/sessions' ? 'list' : method === 'DELETE' ? 'delete' : others
      const isWrite = method !== 'GET'
      const at = faults.findIndex(({ on }) => on === 'any' || on === kind || (on === 'write' && isWrite))
      const fault = at < 0 ? null : (faults.splice(at, 1)[0]?.fault ?? null)
      // Nothing could show that another write was not done.
      return fault === 'hollow200' && method !== 'DELETE' ? null : fault
    },
    answer(request) {
      if (`${request.method} ${request.path}` === 'POST /auth/login') return login(request)
      const own = truth.ofToken(request.token)
      const user = truth.userOf(request.token)
      const isValid = user && (own !== null || request.token === user.apiToken)
      return isValid ? withToken(request, user, own) : refused(401, 'Unauthenticated.')
    },
  }
}

/** The answer that stands in for the service's own; null if the service answers by itself. */
export function faultAnswer(fault: Fault | null): ServiceAnswer | null {
  switch (fault) {
    case 'html':
      return { status: 200, body: '<!DOCTYPE html><title>Welcome</title>' }
    case '419':
      return { status: 419, body: '<!DOCTYPE html><title>Page Expired</title>' }
    case '429':
      return {
        status: 429,
        body: { message: 'Too many.' },
        headers: { 'retry-after': String(RETRY_AFTER_S) },
      }
    case 'success200':
      return { status: 200, body: { success: false } }
    // Says that it is done, and does nothing.
    case 'hollow200':
      return { status: 200, body: { success: true, message: 'Done.' } }
    case '401':
    case '403':
    case '404':
    case '409':
    case '422':
    case '500':
    case '503':
      return { status: Number(fault), body: { message: 'No.' } }
    default:
      return null
  }
}
