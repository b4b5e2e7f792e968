import type { Failure, LostResponseReason } from '../../electron/shared/failure.ts'
import type { FaultInput } from '../service/faults/model.ts'

type NameOf<F extends Failure> = F extends { kind: 'outcomeUnknown' }
  ? `${F['kind']}.${LostResponseReason | 'interrupted'}`
  : F extends { reason: infer R extends string }
    ? `${F['kind']}.${R}`
    : F['kind']
/**
 * A failure by its kind and reason; `shape` is a failure only where the reply carries data, `unconfirmed` where the
 * reply must confirm the write, too.
 */
export type Outcome = 'ok' | 'shape' | 'unconfirmed' | NameOf<Failure>

/** One fault of a call. */
export interface MatrixFault {
  name: string
  /** Added for the tested endpoint, or for all where set so. */
  faults: FaultInput[]
  /** When the service becomes unreachable; stays reachable without it. */
  goesOffline?: When
  /** Whether the service has carried out the request. */
  isDone: boolean
  read: Outcome
  write: Outcome
}

/** The limits of the probe's transports: time in ms, size in bytes, and values. */
export const LIMITS = { time: 2_500, bytes: 200_000, values: 5_000 }
const TOO_LATE = 60_000
const HTML = 'unexpectedAnswer.html'
const NOT_THE_API = 'misconfigured.notTheApi'
const PORTAL = '<html><head><meta http-equiv="refresh" content="0;url=https://wifi.example"></head></html>'

type When = 'before' | 'after'
type Outcomes = Outcome | readonly [read: Outcome, write: Outcome]

/** A fault; carried out if it comes after the work, unless `isDone` says otherwise. */
function one(
  name: string,
  fault: FaultInput,
  outcomes: Outcomes,
  isDone = 'when' in fault && fault.when === 'after',
): MatrixFault {
  const [read, write] = typeof outcomes === 'string' ? [outcomes, outcomes] : outcomes
  return { name, faults: [fault], isDone, read, write }
}

function status(
  code: number,
  outcome: Outcome,
  more: Partial<FaultInput & { kind: 'status' }> = {},
): MatrixFault {
  const { when, shape, headers } = more
  const words = [code, shape, headers?.['retry-after'], when === 'after' ? 'after the work' : '']
  return one(words.filter(Boolean).join(' '), { kind: 'status', status: code, ...more }, outcome)
}

function page(code: number, outcome: Outcome, when: When = 'before'): MatrixFault {
  return one(`a page with ${code} ${when} the work`, { kind: 'html', status: code, when }, outcome)
}

function redirect(code: number, location: string, when: When = 'before'): MatrixFault {
  const fault: FaultInput = { kind: 'redirect', status: code, location, when }
  return one(`${code} elsewhere ${when} the work`, fault, 'unexpectedAnswer.redirect')
}

/** The service becomes unreachable, before the call or once it has done the work and before it answers. */
function offline(name: string, goesOffline: When, outcomes: Outcomes): MatrixFault {
  return { ...one(name, { kind: 'delay', ms: TOO_LATE, when: goesOffline }, outcomes), goesOffline }
}

/** The real reply as `rewrite` returns it. */
function rewritten(name: string, outcome: Outcome, rewrite: () => unknown): MatrixFault {
  return one(name, { kind: 'rewrite', rewrite }, outcome, true)
}

/** Every fault of the matrix; redirects point to `elsewhere`, another host's URL. */
export function faultList(elsewhere: string): MatrixFault[] {
  const broken = ['offline.interrupted', 'outcomeUnknown.interrupted'] as const
  const late = ['timeout', 'outcomeUnknown.timeout'] as const
  const endless = ['unexpectedAnswer.tooLarge', 'outcomeUnknown.tooLarge'] as const
  const after = { when: 'after' } as const
  const soon = new Date(Date.now() + 90_000).toUTCString()
  return [
    one('too late, before the work', { kind: 'delay', ms: TOO_LATE }, late),
    one('too late, after the work', { kind: 'delay', ms: TOO_LATE, ...after }, late),
    one('slow', { kind: 'delay', ms: 60 }, 'ok', true),
    one('refused', { kind: 'refuse' }, broken),
    one('reset before the work', { kind: 'reset' }, broken),
    one('reset after the work', { kind: 'reset', ...after }, broken),
    one('a body cut short', { kind: 'truncated' }, broken, true),
    offline('offline', 'before', 'offline.refused'),
    // Chromium sends a GET again over a new connection, which is refused.
    offline('offline after the work', 'after', ['offline.refused', broken[1]]),
    one('half of the JSON', { kind: 'truncated', variant: 'cut-json' }, 'unexpectedAnswer.notJson', true),
    one('too slow a drip', { kind: 'drip', everyMs: 500 }, late, true),
    one('endless', { kind: 'endless' }, endless),
    one('endless after the work', { kind: 'endless', ...after }, endless),

    page(200, HTML),
    page(200, HTML, 'after'),
    one('a captive portal', { kind: 'html', page: PORTAL }, HTML),
    ...[401, 403].map((code) => page(code, HTML)),
    ...[404, 419].map((code) => page(code, NOT_THE_API)),
    page(502, 'server'),
    page(503, 'server', 'after'),
    page(511, 'server'),

    status(400, 'invalid'),
    status(401, 'unauthenticated'),
    status(401, 'unauthenticated', after),
    status(401, 'unauthenticated', { shape: 'empty' }),
    status(401, 'unauthenticated', { shape: 'text' }),
    one('401 everywhere', { kind: 'status', status: 401, endpoint: '*' }, 'unauthenticated'),
    status(403, 'forbidden'),
    status(403, 'forbidden', { shape: 'coded', ...after }),
    status(404, 'notFound'),
    // Not from a proxy: Chromium rejects it, and a write may have been sent by then.
    one('407', { kind: 'status', status: 407 }, ['offline.proxy', 'outcomeUnknown.interrupted']),
    status(408, 'timeout'),
    status(409, 'conflict'),
    ...[410, 418].map((code) => status(code, 'unexpectedAnswer.shape')),
    ...[405, 419].map((code) => status(code, NOT_THE_API)),
    status(422, 'invalid', { errors: { email: ['It is not right.'] } }),
    status(422, 'invalid', { shape: 'problem' }),
    status(423, 'locked'),
    status(423, 'locked', { shape: 'empty' }),
    status(429, 'rateLimited', { headers: { 'retry-after': '30' } }),
    status(429, 'rateLimited', { headers: { 'retry-after': soon } }),
    status(429, 'rateLimited'),
    ...[500, 501, 502, 503].map((code) => status(code, 'server')),
    status(500, 'server', after),
    status(503, 'server', { headers: { 'retry-after': '1' } }),
    status(504, 'server', { shape: 'text', ...after }),

    ...[301, 302, 303, 307, 308].map((code) => redirect(code, elsewhere)),
    redirect(302, elsewhere, 'after'),

    one('wrong types', { kind: 'wrong-types' }, 'shape', true),
    status(200, 'shape', { shape: 'empty' }),
    status(204, 'shape', { shape: 'empty' }),
    status(202, 'unconfirmed', { shape: 'empty' }),
    rewritten('null', 'unconfirmed', () => null),
    rewritten('a text', 'unconfirmed', () => 'fine'),
    rewritten('success: "false"', 'unconfirmed', () => ({ success: 'false' })),
    rewritten('an error with 200', 'unconfirmed', () => ({ error: { message: 'No.' } })),
    rewritten('success: false', 'invalid', () => ({ success: false, message: 'No.' })),
    rewritten('success: false, coded', 'invalid', () => ({
      success: false,
      error: { code: 'no', message: 'No.' },
    })),

    one('a cookie', { kind: 'set-cookie' }, 'ok', true),
    one('another content type', { kind: 'content-type' }, 'ok', true),
    {
      ...one('a cookie and another content type', { kind: 'set-cookie' }, 'ok', true),
      faults: [{ kind: 'set-cookie' }, { kind: 'content-type', value: 'image/png' }],
    },
  ]
}
