import { createServer } from 'node:http'
import { ENDPOINT_NAMES } from '../service/endpoints.ts'
import { listenOnLoopback, LOOPBACK } from '../service/listen.ts'
import { WAYS } from './fault-expectations.ts'
import { faultList } from './fault-list.ts'
import { startFaultRunner, type CaseResult, type MatrixCase } from './fault-runner.ts'
import { test } from './fixture.ts'
import { report } from './report.ts'
import { IS_FULL, SEED } from './scale.ts'

const LEAST_FAULTS = 40
const LANES = 4
/** The small run tries every eighth case, beginning with one of the first eight. */
const STEP = IS_FULL ? 1 : 8

/** Another host, which must receive no request. */
async function startElsewhere() {
  let visits = 0
  const server = createServer((_request, response) => response.end('{"success":true}'))
  server.on('connection', () => visits++)
  const origin = `http://${LOOPBACK}:${await listenOnLoopback(server)}`
  return { origin, visits: () => visits, close: () => server.close() }
}

test('faults at every endpoint', async ({ ask, desktop, tolerate }) => {
  test.setTimeout(IS_FULL ? 900_000 : 90_000)
  const elsewhere = await startElsewhere()
  const faults = faultList(`${elsewhere.origin}/api/v1/stolen`)
  const kinds = new Set(faults.map(({ name }) => name)).size
  const start = () => startFaultRunner(ask, desktop.folder)
  const lanes = await Promise.all(Array.from({ length: LANES }, start))
  tolerate.origins(elsewhere.origin, ...lanes.map(({ service }) => service.origin))

  const cases = WAYS.flatMap((way) => faults.map((fault) => ({ way, fault })))
    .map((matrixCase, number) => ({ ...matrixCase, number }))
    .filter(({ number }) => (number + SEED) % STEP === 0)
  const results: CaseResult[] = []
  const tryIn = async ({ tryCase }: (typeof lanes)[number], waiting: Iterable<MatrixCase>): Promise<void> => {
    for (const next of waiting) results.push(await tryCase(next))
  }
  const isAlone = ({ way }: MatrixCase): boolean => way.isKept && way.endpoint.startsWith('DELETE ')
  const together = cases.filter((each) => !isAlone(each)).values()
  await Promise.all(lanes.map((lane) => tryIn(lane, together)))
  // Another lane could take the session that keeps the connection.
  await tryIn(lanes[0]!, cases.filter(isAlone))
  const violations = results.flatMap(({ problems }) => problems)
  const sum = (of: (result: CaseResult) => number): number =>
    results.reduce((total, result) => total + of(result), 0)
  const endpoints = new Set(cases.map(({ way }) => way.endpoint)).size
  const repeated = sum((result) => result.repeated)
  if (kinds < LEAST_FAULTS) violations.push(`only ${kinds} faults`)
  if (endpoints < ENDPOINT_NAMES.length) violations.push(`only ${endpoints} endpoints`)
  if (IS_FULL && repeated === 0) violations.push('no DELETE was sent over a kept connection')
  if (elsewhere.visits() > 0) violations.push(`another host was visited ${elsewhere.visits()} times`)
  await Promise.all(lanes.map(({ service }) => service.close()))
  elsewhere.close()
  await report({
    part: 'faults at every endpoint',
    figures: {
      endpoints,
      'faults each': kinds,
      cases: cases.length,
      'wrong sign-outs': results.filter(({ isWronglyOut }) => isWronglyOut).length,
      'writes sent twice': sum(({ sentTwice }) => sentTwice),
      'DELETEs repeated by Chromium': repeated,
      'visits elsewhere': elsewhere.visits(),
    },
    violations,
  })
})
