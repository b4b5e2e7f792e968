import type { AccountStatus } from '../../electron/shared/account.ts'
import type { SignOutReport } from '../../electron/shared/requests/auth.ts'
import { ENDPOINT_NAMES, ENDPOINTS, type EndpointName } from '../service/endpoints.ts'
import type { MatrixFault } from './fault-list.ts'

/** The expected result of a call under a fault. */
export interface Expectation {
  /** `ok`, what a sign-out reports, or a failure by its kind and reason. */
  result: string
  /** A result that is as true, where the moment decides. */
  orResult?: string
  /** The account's status afterwards; null: the account was removed, as requested. */
  accountStatus: AccountStatus | null
  /** The stored token afterwards: the same, a new one, or none. */
  token: 'same' | 'new' | 'none'
  /** How often the request may reach the service, at least and at most. */
  arrivals: readonly [least: number, most: number]
}

/** How a call is sent. Over a kept connection: one that an earlier call of its kind has left open. */
export interface Way {
  endpoint: EndpointName
  isKept: boolean
}

const DELETE: EndpointName = 'DELETE /auth/sessions/{id}'

/** Every endpoint, as the app sends it: GET over kept connections, POST and PATCH over fresh ones, DELETE over both. */
export const WAYS: readonly Way[] = [
  ...ENDPOINT_NAMES.map((endpoint) => ({ endpoint, isKept: endpoint.startsWith('GET ') })),
  { endpoint: DELETE, isKept: true },
]

/**
 * What differs for a DELETE over a kept connection. If that connection ends without an answer, or the answer is 408,
 * Chromium sends the request again by itself over another one, and reports only what became of the last attempt. That is
 * by design for DELETE alone: by id it is idempotent (RFC 9110, 9.2.2), and a fresh connection for each would cost two round
 * trips more. A refused connection therefore proves nothing here: the request may have been carried out before, as in
 * the last case. Its outcome is unknown, and the app asks the list.
 */
const DELETE_OVER_KEPT: Readonly<Record<string, Partial<Expectation>>> = {
  refused: { arrivals: [1, 2] },
  'reset before the work': { arrivals: [1, 2] },
  'reset after the work': { arrivals: [1, 2] },
  '408': { arrivals: [1, 2] },
  offline: { result: 'outcomeUnknown.unreachable' },
  // A service that is just going away may still accept the connection and reset it.
  'offline after the work': {
    result: 'outcomeUnknown.unreachable',
    orResult: 'outcomeUnknown.interrupted',
  },
}

const SIGN_IN: readonly EndpointName[] = ['POST /auth/login', 'POST /auth/two-factor']
/** Endpoints whose reply carries data; for all others a confirmation is enough. */
const READ: readonly EndpointName[] = [...SIGN_IN, 'POST /auth/refresh', 'GET /auth/me', 'GET /auth/sessions']

type Outcome = Omit<Expectation, 'arrivals'>

const UNTOUCHED = { accountStatus: 'signedIn', token: 'same' } as const

/** The expected result of a fault. */
export function expectationOf({ endpoint, isKept }: Way, fault: MatrixFault): Expectation {
  const most = endpoint.startsWith('GET ') ? Infinity : 1
  const arrivals = fault.goesOffline === 'before' ? ([0, 0] as const) : ([1, most] as const)
  const differs = endpoint === DELETE && isKept ? DELETE_OVER_KEPT[fault.name] : {}
  return { ...outcomeOf(endpoint, fault), arrivals, ...differs }
}

function outcomeOf(endpoint: EndpointName, fault: MatrixFault): Outcome {
  const raw = endpoint.startsWith('GET ') ? fault.read : fault.write
  // A fresh list proves a DELETE, whatever the reply says.
  const isNeeded = READ.includes(endpoint) || (raw === 'unconfirmed' && endpoint !== DELETE)
  const failure = isNeeded ? 'unexpectedAnswer.shape' : 'ok'
  const result = raw === 'shape' || raw === 'unconfirmed' ? failure : raw

  if (endpoint === 'POST /auth/logout')
    return { result: signOutResult(result, fault), accountStatus: null, token: 'none' }
  if (endpoint === 'POST /auth/refresh') return ofRenewal(result, fault)
  // As for an unknown address, which the reply does not reveal.
  if (endpoint === 'POST /auth/password/forgot' && fault.name === '422') return { result: 'ok', ...UNTOUCHED }
  if (SIGN_IN.includes(endpoint) && result === 'notFound')
    return { result: 'misconfigured.notTheApi', ...UNTOUCHED }
  if (isConfirmedSignOut(endpoint, fault)) return { result, accountStatus: 'signedOut', token: 'none' }
  return { result, ...UNTOUCHED }
}

/** The only legitimate sign-out: a 401 in JSON, confirmed by a second one. */
function isConfirmedSignOut(endpoint: EndpointName, { name, isDone }: MatrixFault): boolean {
  if (!ENDPOINTS[endpoint].needsToken) return false
  if (name === '401 everywhere') return true
  const is401 = name === '401' || name === '401 after the work'
  return is401 && (endpoint === 'GET /auth/me' || (endpoint === 'POST /auth/logout-all' && isDone))
}

function ofRenewal(result: string, { isDone, goesOffline }: MatrixFault): Outcome {
  if (result === 'ok') return { result, accountStatus: 'signedIn', token: 'new' }
  const isOpen = /^(outcomeUnknown|unexpectedAnswer|server|timeout)/.test(result)
  // What became of it is found out once the service can be reached.
  if (goesOffline === 'after') return { result, ...UNTOUCHED }
  // The token was replaced and the new one lost: the account needs a sign-in.
  if (isOpen && isDone) return { result: 'unauthenticated', accountStatus: 'renewalLost', token: 'none' }
  return { result, ...UNTOUCHED }
}

function signOutResult(result: string, { name, isDone }: MatrixFault): SignOutReport['service'] {
  const isRevoked = isDone || name === '401 everywhere'
  const isJson401 = result === 'unauthenticated' && !/empty|text/.test(name)
  if (result === 'ok' || (isJson401 && isRevoked)) return 'confirmed'
  return /^(offline|timeout|outcomeUnknown)/.test(result) ? 'unreachable' : 'refused'
}
