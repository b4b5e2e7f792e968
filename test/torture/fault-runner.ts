import { join } from 'node:path'
import { failureKey } from '../../electron/shared/failure-text.ts'
import type { Failure } from '../../electron/shared/failure.ts'
import type { SignOutReport } from '../../electron/shared/requests/auth.ts'
import type { Result } from '../../electron/shared/result.ts'
import type { EndpointName } from '../service/endpoints.ts'
import { startPracticeService } from '../service/start.ts'
import { expectationOf, type Way } from './fault-expectations.ts'
import type { MatrixFault } from './fault-list.ts'
import { ANA, expect, type AskProbe } from './fixture.ts'
import type { FaultCase } from './probe/fault-case.ts'

/** A fault, and the call that it happens to. */
export interface MatrixCase {
  number: number
  way: Way
  fault: MatrixFault
}

/** The result of a case: its problems, and how often the request arrived without need, or as Chromium may repeat it. */
export interface CaseResult {
  problems: string[]
  isWronglyOut: boolean
  sentTwice: number
  repeated: number
}

const OTHER_PASSWORD = 'a staple of bruno'

/** Starts a practice service with one account, which tries cases. */
export async function startFaultRunner(ask: AskProbe, home: string) {
  const service = await startPracticeService({ scryptCost: 16 })
  const { id: userId } = await service.state.addUser(ANA)

  /** Creates everything that the call needs at the service, so that no case affects another. */
  async function prepare(number: number, { endpoint, isKept }: Way): Promise<FaultCase> {
    const email = `other-${number}@example.com`
    const isTwoFactor = endpoint === 'POST /auth/two-factor'
    const isNew = endpoint === 'POST /auth/register'
    if (!isNew) await service.state.addUser({ email, password: OTHER_PASSWORD, twoFactor: isTwoFactor })
    if (endpoint === 'POST /auth/password/reset') {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
      await fetch(`${service.baseUrl}/auth/password/forgot`, { ...init, body: JSON.stringify({ email }) })
    }
    return {
      endpoint,
      isKept,
      folder: join(home, `case-${number}`),
      baseUrl: service.baseUrl,
      userId,
      email: ANA.email,
      password: ANA.password,
      token: service.state.addSession(ANA.email).token,
      sessionIds: [service.state.addSession(ANA.email).id, service.state.addSession(ANA.email).id],
      other: {
        email,
        password: OTHER_PASSWORD,
        code: isTwoFactor ? service.state.codeFor(email) : '',
        recovery: service.outbox.at(-1)?.token ?? '',
      },
    }
  }

  /** Makes the call under the fault, which ends with the call. */
  async function callUnder(fault: MatrixFault, given: FaultCase) {
    const { endpoint } = given
    if (fault.goesOffline === 'before') await service.goOffline()
    for (const each of fault.faults) service.faults.add({ endpoint, ...each })
    const called = ask('callOf', given)
    if (fault.goesOffline === 'after') {
      await expect.poll(() => service.countRequests(endpoint), { intervals: [10] }).toBeGreaterThan(0)
      await service.goOffline()
    }
    const found = await called
    service.faults.clear()
    await service.goOnline()
    return found
  }

  async function tryCase({ number, way, fault }: MatrixCase): Promise<CaseResult> {
    const { endpoint, isKept } = way
    const given = await prepare(number, way)
    await ask('openCase', given)
    service.clearRequests()
    const found = await callUnder(fault, given)

    const wrong: string[] = []
    const demand = (isTrue: boolean, what: string) => isTrue || wrong.push(what)
    const expected = expectationOf(way, fault)
    const result = nameOf(endpoint, found.result)
    const { stored, accountStatus } = found
    const token = stored.kind !== 'readable' ? stored.kind : stored.token === given.token ? 'same' : 'new'
    demand(
      [expected.result, expected.orResult].includes(result),
      `is ${result} instead of ${expected.result}`,
    )
    for (const [what, is, should] of [
      ['it', accountStatus, expected.accountStatus],
      ['the token', token, expected.token],
    ] as const)
      demand(is === should, `leaves ${what} ${is} instead of ${should}`)
    if (endpoint.startsWith('DELETE ')) {
      const isGone = !service.state.sessionsOf(ANA.email).some(({ id }) => id === given.sessionIds[0])
      demand(isGone === fault.isDone, `leaves the session ${isGone ? 'ended' : 'listed'}`)
    }
    demand(found.isSameCiphertext === (expected.token === 'same'), 'leaves another ciphertext than it should')

    if (!found.result.ok) {
      const failure = JSON.stringify(found.result.failure)
      for (const secret of secretsOf(given)) demand(!failure.includes(secret), 'has a secret in its failure')
    }

    const arrived = service.countRequests(endpoint)
    const [least, most] = expected.arrivals
    demand(arrived >= least && arrived <= most, `arrived ${arrived} times`)
    const cookies = service.requests.filter(({ headers }) => headers.cookie !== undefined)
    demand(cookies.length === 0, 'sent a cookie')
    return {
      problems: wrong.map((what) => `${endpoint}${isKept ? ' (kept)' : ''}, ${fault.name}: ${what}`),
      isWronglyOut: accountStatus === 'signedOut' && expected.accountStatus !== 'signedOut',
      sentTwice: Math.max(0, arrived - most),
      repeated: most === 2 ? Math.max(0, arrived - 1) : 0,
    }
  }

  return { service, tryCase }
}

/** A result in one word; a failure by the key of its text. */
function nameOf(endpoint: EndpointName, result: Result<unknown>): string {
  if (!result.ok) return failureKey(result.failure satisfies Failure).replace('failure.', '')
  return endpoint === 'POST /auth/logout' ? (result.value as SignOutReport).service : 'ok'
}

function secretsOf({ token, password, other }: FaultCase): string[] {
  const all = [token, token.split('|')[1], password, other.password, other.code, other.recovery]
  return all.filter((secret) => secret !== undefined && secret !== '') as string[]
}
