import type { AccountStatus } from '../../electron/shared/account.ts'
import type { SignOutReport } from '../../electron/shared/requests.ts'
import { ENDPOINTS, type EndpointName } from '../service/endpoints.ts'
import type { MatrixFault } from './fault-list.ts'

/** What a call under a fault must lead to. */
export interface Expectation {
  /** `ok`, what a sign-out reports, or a failure by its kind and reason. */
  result: string
  /** Of the account afterwards; null: it is gone from this computer, as was asked. */
  accountStatus: AccountStatus | null
  /** Which token is held afterwards: the same, the one that replaced it, or none. */
  token: 'same' | 'new' | 'none'
}

/** Endpoints of whose answer something is needed; of all others it is enough that it confirms what was asked. */
const READ_ANSWERS: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'POST /auth/login',
  'POST /auth/two-factor',
  'POST /auth/refresh',
  'GET /auth/me',
  'GET /auth/sessions',
])
/** Proven by a fresh list, whatever the answer says. */
const PROVEN_BY_LIST: EndpointName = 'DELETE /auth/sessions/{id}'
const SIGN_IN: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'POST /auth/login',
  'POST /auth/two-factor',
])

const UNTOUCHED = { accountStatus: 'signedIn', token: 'same' } as const

/** What must come of a fault at an endpoint. */
export function expectationOf(endpoint: EndpointName, fault: MatrixFault): Expectation {
  const isRead = endpoint.startsWith('GET ')
  const raw = isRead ? fault.read : fault.write
  const isNeeded = READ_ANSWERS.has(endpoint) || (raw === 'unconfirmed' && endpoint !== PROVEN_BY_LIST)
  const failure = isNeeded ? 'unexpectedAnswer.shape' : 'ok'
  const result = raw === 'shape' || raw === 'unconfirmed' ? failure : raw

  if (endpoint === 'POST /auth/logout')
    return { result: signOutResult(result, fault), accountStatus: null, token: 'none' }
  if (endpoint === 'POST /auth/refresh') return ofRenewal(result, fault)
  // As of an address that nobody has, which is not said.
  if (endpoint === 'POST /auth/password/forgot' && fault.name === '422') return { result: 'ok', ...UNTOUCHED }
  if (SIGN_IN.has(endpoint) && result === 'notFound')
    return { result: 'misconfigured.notTheApi', ...UNTOUCHED }
  if (isConfirmedSignOut(endpoint, fault)) return { result, accountStatus: 'signedOut', token: 'none' }
  return { result, ...UNTOUCHED }
}

/** The one legitimate way out: a 401 in JSON, and another one to the question whether that is so. */
function isConfirmedSignOut(endpoint: EndpointName, { name, isDone }: MatrixFault): boolean {
  if (!ENDPOINTS[endpoint].needsToken) return false
  if (name === '401 everywhere') return true
  const is401 = name === '401' || name === '401 after the work'
  return is401 && (endpoint === 'GET /auth/me' || (endpoint === 'POST /auth/logout-all' && isDone))
}

function ofRenewal(result: string, { isDone }: MatrixFault): Expectation {
  if (result === 'ok') return { result, accountStatus: 'signedIn', token: 'new' }
  const isOpen = /^(outcomeUnknown|unexpectedAnswer|server|timeout)/.test(result)
  // The token was replaced, and nobody got the new one: that is told, and asks for a sign-in.
  if (isOpen && isDone) return { result: 'unauthenticated', accountStatus: 'renewalLost', token: 'none' }
  return { result, ...UNTOUCHED }
}

function signOutResult(result: string, { name }: MatrixFault): SignOutReport['service'] {
  const isJson401 = result === 'unauthenticated' && !/empty|text/.test(name)
  if (result === 'ok' || isJson401) return 'confirmed'
  return /^(offline|timeout|outcomeUnknown)/.test(result) ? 'unreachable' : 'refused'
}
