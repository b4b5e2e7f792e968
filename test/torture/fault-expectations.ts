import type { AccountStatus } from '../../electron/shared/account.ts'
import type { SignOutReport } from '../../electron/shared/requests.ts'
import { ENDPOINTS, type EndpointName } from '../service/endpoints.ts'
import type { MatrixFault } from './fault-list.ts'

/** The expected result of a call under a fault. */
export interface Expectation {
  /** `ok`, what a sign-out reports, or a failure by its kind and reason. */
  result: string
  /** The account's status afterwards; null: the account was removed, as requested. */
  accountStatus: AccountStatus | null
  /** The stored token afterwards: the same, a new one, or none. */
  token: 'same' | 'new' | 'none'
}

/** Endpoints whose reply carries data; for all others a confirmation is enough. */
const READ_ANSWERS: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'POST /auth/login',
  'POST /auth/two-factor',
  'POST /auth/refresh',
  'GET /auth/me',
  'GET /auth/sessions',
])
/** Confirmed by a fresh list, whatever the reply says. */
const PROVEN_BY_LIST: EndpointName = 'DELETE /auth/sessions/{id}'
const SIGN_IN: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'POST /auth/login',
  'POST /auth/two-factor',
])

const UNTOUCHED = { accountStatus: 'signedIn', token: 'same' } as const

/** The expected result of a fault at an endpoint. */
export function expectationOf(endpoint: EndpointName, fault: MatrixFault): Expectation {
  const isRead = endpoint.startsWith('GET ')
  const raw = isRead ? fault.read : fault.write
  const isNeeded = READ_ANSWERS.has(endpoint) || (raw === 'unconfirmed' && endpoint !== PROVEN_BY_LIST)
  const failure = isNeeded ? 'unexpectedAnswer.shape' : 'ok'
  const result = raw === 'shape' || raw === 'unconfirmed' ? failure : raw

  if (endpoint === 'POST /auth/logout')
    return { result: signOutResult(result, fault), accountStatus: null, token: 'none' }
  if (endpoint === 'POST /auth/refresh') return ofRenewal(result, fault)
  // As for an unknown address, which the reply does not reveal.
  if (endpoint === 'POST /auth/password/forgot' && fault.name === '422') return { result: 'ok', ...UNTOUCHED }
  if (SIGN_IN.has(endpoint) && result === 'notFound')
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

function ofRenewal(result: string, { isDone }: MatrixFault): Expectation {
  if (result === 'ok') return { result, accountStatus: 'signedIn', token: 'new' }
  const isOpen = /^(outcomeUnknown|unexpectedAnswer|server|timeout)/.test(result)
  // The token was replaced and the new one lost: the account needs a sign-in.
  if (isOpen && isDone) return { result: 'unauthenticated', accountStatus: 'renewalLost', token: 'none' }
  return { result, ...UNTOUCHED }
}

function signOutResult(result: string, { name }: MatrixFault): SignOutReport['service'] {
  const isJson401 = result === 'unauthenticated' && !/empty|text/.test(name)
  if (result === 'ok' || isJson401) return 'confirmed'
  return /^(offline|timeout|outcomeUnknown)/.test(result) ? 'unreachable' : 'refused'
}
