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

/** What is wrong with one list. */
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

/** A list as it was answered: who it was for, and its rows with the sessions that they truly are. */
export interface Listed {
  own: TrueSession
  rows: { session: TrueSession; id: number; isCurrent: boolean; usedAt: number | null }[]
  wrong: Distortion | null
  isPaged: boolean
}

/** The service over HTTP. */
export interface Service {
  answer(request: ServiceRequest): ServiceAnswer
  /** What is wrong with the next requests of a kind: `list`, `delete` or `any`. */
  readonly faults: { on: 'list' | 'delete' | 'write' | 'any'; fault: Fault }[]
  readonly distortions: Distortion[]
  takeFault(method: string, path: string): Fault | null
}

const LATE_MS = 3_000
const RETRY_AFTER_S = 7

/** Creates the service over the truth. */
export function createService(kernel: Kernel, random: Random, truth: Truth): Service {
  const faults: Service['faults'] = []
  const distortions: Distortion[] = []
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

  function list(own: TrueSession): ServiceAnswer {
    lists++
    const wrong = distortions.shift() ?? null
    const isBehind = truth.habits.replicaLagMs > 0 && lists % 2 === 0
    const lag = wrong === 'late' ? LATE_MS : isBehind ? truth.habits.replicaLagMs : 0
    const userId = wrong === 'foreign' ? (own.userId === 7 ? 8 : 7) : own.userId
    let rows = truth.signedIn(userId, kernel.now() - lag).map((session) => ({
      session,
      id: session.id,
      isCurrent: truth.habits.marks && session === own,
      usedAt: session.lastUsedAt,
    }))
    const others = rows.filter(({ session }) => session !== own)
    const victim = others.length > 0 ? random.pick(others) : null
    if (wrong === 'short' && victim) rows = rows.filter((row) => row !== victim)
    if (wrong === 'empty') rows = []
    if (wrong === 'withoutOwn') rows = others
    // A second row with the id of another session.
    const twin = others.find((row) => row !== victim)
    if (wrong === 'doubled' && victim && twin) rows = [...rows, { ...twin, id: victim.session.id }]
    if (wrong === 'unmarked') rows = rows.map((row) => ({ ...row, isCurrent: false }))
    if (wrong === 'markedElsewhere' && victim)
      rows = rows.map((row) => ({ ...row, isCurrent: row === victim }))
    if (wrong === 'markedTwice' && victim)
      rows = rows.map((row) => ({ ...row, isCurrent: row.isCurrent || row === victim }))
    const isPaged = wrong === 'paged' && rows.length > 2
    if (isPaged) rows = rows.slice(0, 2)
    const body = rows.map(({ session, id, isCurrent, usedAt }) => ({
      id,
      name: session.name,
      last_used_at: iso(usedAt),
      created_at: iso(session.createdAt),
      is_current: isCurrent,
    }))
    const meta = isPaged ? { meta: { current_page: 1, last_page: 2, per_page: 2 } } : {}
    return {
      ...json(200, { success: true, data: { sessions: body }, ...meta }),
      listed: { own, rows, wrong, isPaged },
    }
  }

  function withToken({ method, path, base, body }: ServiceRequest, own: TrueSession): ServiceAnswer {
    const user = userOf(own.userId)
    if (!user) return refused(500, 'Server Error')
    truth.use(own)
    switch (`${method} ${path}`) {
      case 'GET /auth/sessions':
        return list(own)
      case 'GET /auth/me':
        return json(200, { success: true, data: { user: userBody(user) } })
      case 'POST /auth/refresh':
        return granted(truth.renew(own))
      case 'POST /auth/logout':
        truth.end(own, 'app', base)
        return done()
      case 'POST /auth/logout-all':
        for (const session of truth.signedIn(own.userId)) truth.end(session, 'app', base)
        return done()
      case 'POST /auth/password/change':
        if (body['current_password'] !== user.password) return refused(422, 'The password is incorrect.')
        user.password = String(body['password'])
        return done()
    }
    const id = /^DELETE \/auth\/sessions\/(\d+)$/.exec(`${method} ${path}`)?.[1]
    const session = truth.signedIn(own.userId).find((each) => each.id === Number(id))
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
    takeFault(method, path) {
      const kind = path === '/auth/sessions' ? 'list' : method === 'DELETE' ? 'delete' : 'other'
      const isWrite = method !== 'GET'
      const at = faults.findIndex(({ on }) => on === 'any' || on === kind || (on === 'write' && isWrite))
      const fault = at < 0 ? null : (faults.splice(at, 1)[0]?.fault ?? null)
      // Nothing could show that another write was not done.
      return fault === 'hollow200' && method !== 'DELETE' ? null : fault
    },
    answer(request) {
      if (`${request.method} ${request.path}` === 'POST /auth/login') return login(request)
      const own = truth.ofToken(request.token)
      return own ? withToken(request, own) : refused(401, 'Unauthenticated.')
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
