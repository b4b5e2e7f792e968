import { join } from 'node:path'
import { failureKey } from '../../renderer/lib/failure-text.ts'
import type { Failure } from '../../electron/shared/failure.ts'
import type { SignOutReport } from '../../electron/shared/requests.ts'
import type { Result } from '../../electron/shared/result.ts'
import type { EndpointName } from '../service/endpoints.ts'
import { startPracticeService, type PracticeService } from '../service/start.ts'
import { expectationOf } from './fault-expectations.ts'
import type { MatrixFault } from './fault-list.ts'
import type { FaultCase } from './probe/fault-case.ts'
import type { AskProbe } from './probe-fixture.ts'

/** What a fault runner needs. */
export interface FaultRunnerOptions {
  ask: AskProbe
  home: string
  /** Whether every language has a text for this key. */
  hasSentence(key: string): boolean
}

/** A practice service with one account, which runs cases one after another. */
export interface FaultRunner {
  service: PracticeService
  /** Runs one case; returns the problems of its outcome, one text each. */
  tryCase(number: number, endpoint: EndpointName, fault: MatrixFault): Promise<string[]>
}

const ANA = { email: 'ana@example.com', password: 'correct horse battery' }
const OTHER_PASSWORD = 'a staple of bruno'

/** Starts a fault runner. */
export async function startFaultRunner({ ask, home, hasSentence }: FaultRunnerOptions): Promise<FaultRunner> {
  const service = await startPracticeService({ scryptCost: 16 })
  const { id: userId } = await service.state.addUser({ ...ANA, name: 'Ana' })

  /** Creates everything that the call needs at the service, so that no case affects another. */
  async function prepare(number: number, endpoint: EndpointName): Promise<FaultCase> {
    const email = `other-${number}@example.com`
    const isTwoFactor = endpoint === 'POST /auth/two-factor'
    const isNew = endpoint === 'POST /auth/register'
    if (!isNew) await service.state.addUser({ email, password: OTHER_PASSWORD, twoFactor: isTwoFactor })
    if (endpoint === 'POST /auth/password/reset') await forget(service, email)
    return {
      endpoint,
      folder: join(home, `case-${number}`),
      baseUrl: service.baseUrl,
      userId,
      ...ANA,
      token: service.state.addSession(ANA.email).token,
      sessionId: service.state.addSession(ANA.email).id,
      other: {
        email,
        password: OTHER_PASSWORD,
        code: isTwoFactor ? service.state.codeFor(email) : '',
        recovery: service.outbox.at(-1)?.token ?? '',
      },
    }
  }

  async function tryCase(number: number, endpoint: EndpointName, fault: MatrixFault): Promise<string[]> {
    const given = await prepare(number, endpoint)
    await ask('openCase', given)
    service.clearRequests()
    const { faults } = fault
    if (faults === 'offline') await service.goOffline()
    else faults.forEach((each) => service.faults.add({ endpoint, ...each }))
    const found = await ask('callOf', given)
    service.faults.clear()
    if (faults === 'offline') await service.goOnline()

    const wrong: string[] = []
    const demand = (isTrue: boolean, what: string) => isTrue || wrong.push(what)
    const expected = expectationOf(endpoint, fault)
    const result = nameOf(endpoint, found.result)
    demand(result === expected.result, `is ${result} instead of ${expected.result}`)
    demand(
      found.accountStatus === expected.accountStatus,
      `leaves it ${found.accountStatus} instead of ${expected.accountStatus}`,
    )
    const { stored } = found
    const token = stored.state !== 'readable' ? stored.state : stored.token === given.token ? 'same' : 'new'
    demand(token === expected.token, `leaves the token ${token} instead of ${expected.token}`)
    demand(found.isSameCiphertext === (expected.token === 'same'), 'leaves another ciphertext than it should')

    if (!found.result.ok) {
      const failure = JSON.stringify(found.result.failure)
      demand(hasSentence(failureKey(found.result.failure)), `has no sentence for ${result}`)
      for (const secret of secretsOf(given)) demand(!failure.includes(secret), 'has a secret in its failure')
    } else if (endpoint === 'POST /auth/logout')
      demand(hasSentence(signOutKey(result)), `has no sign-out text for ${result}`)

    const sent = service.countRequests(endpoint)
    if (faults === 'offline') demand(sent === 0, `reached a service that was offline ${sent} times`)
    else if (endpoint.startsWith('GET ')) demand(sent > 0, 'was never sent')
    else demand(sent === 1, `was sent ${sent} times`)
    demand(
      service.requests.every(({ headers }) => headers.cookie === undefined),
      'sent a cookie',
    )
    return wrong.map((what) => `${endpoint}, ${fault.name}: ${what}`)
  }

  return { service, tryCase }
}

async function forget({ baseUrl }: PracticeService, email: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await fetch(`${baseUrl}/auth/password/forgot`, { method: 'POST', headers, body: JSON.stringify({ email }) })
}

/** A result in one word; a failure by the key of its text. */
function nameOf(endpoint: EndpointName, result: Result<unknown>): string {
  if (!result.ok) return failureKey(result.failure satisfies Failure).replace('failure.', '')
  return endpoint === 'POST /auth/logout' ? (result.value as SignOutReport).service : 'ok'
}

function signOutKey(service: string): string {
  return `signOut.${service === 'unreachable' ? 'unconfirmed' : service}`
}

function secretsOf({ token, password, other }: FaultCase): string[] {
  const all = [token, token.split('|')[1], password, other.password, other.code, other.recovery]
  return all.filter((secret) => secret !== undefined && secret !== '') as string[]
}
