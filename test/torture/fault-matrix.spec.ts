import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { LOCALES } from '../../electron/shared/settings.ts'
import { ENDPOINT_NAMES } from '../service/endpoints.ts'
import { projectRoot } from '../support/project-root.ts'
import { faultList } from './fault-list.ts'
import { startFaultRunner } from './fault-runner.ts'
import { test } from './probe-fixture.ts'
import { report } from './report.ts'
import { IS_FULL, seedOfRun } from './scale.ts'

const LEAST_FAULTS = 40
const LANES = 4
/** The small run tries every eighth case, beginning with one of the first eight. */
const STEP = IS_FULL ? 1 : 8
const SEED = seedOfRun()

/** Whether every language has a text for a key. */
async function readTexts(): Promise<(key: string) => boolean> {
  const files = LOCALES.map((locale) => join(projectRoot(), 'resources', 'locales', `${locale}.json`))
  const all = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(file, 'utf8')) as unknown),
  )
  const textAt = (texts: unknown, key: string): unknown =>
    key.split('.').reduce((part, name) => (part as Record<string, unknown> | undefined)?.[name], texts)
  return (key) => all.every((texts) => typeof textAt(texts, key) === 'string' && textAt(texts, key) !== '')
}

/** Another host, which must receive no request. */
async function startElsewhere() {
  let visits = 0
  const server = createServer((_request, response) => response.end('{"success":true}'))
  server.on('connection', () => visits++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, visits: () => visits, close: () => server.close() }
}

test('every endpoint under every fault', async ({ ask, desktop, tolerate }) => {
  test.setTimeout(IS_FULL ? 900_000 : 90_000)
  const elsewhere = await startElsewhere()
  const faults = faultList(`${elsewhere.origin}/api/v1/stolen`)
  const kinds = new Set(faults.map(({ name }) => name)).size
  const surroundings = { ask, home: desktop.folder, hasSentence: await readTexts() }
  const lanes = await Promise.all(Array.from({ length: LANES }, () => startFaultRunner(surroundings)))
  tolerate.origins(elsewhere.origin, ...lanes.map(({ service }) => service.origin))

  const cases = ENDPOINT_NAMES.flatMap((endpoint) => faults.map((fault) => ({ endpoint, fault })))
    .map((faultCase, number) => ({ ...faultCase, number }))
    .filter(({ number }) => (number + SEED) % STEP === 0)
  const waiting = cases.values()
  const violations: string[] = []
  await Promise.all(
    lanes.map(async ({ tryCase }) => {
      for (const { number, endpoint, fault } of waiting)
        violations.push(...(await tryCase(number, endpoint, fault)))
    }),
  )
  const endpoints = new Set(cases.map(({ endpoint }) => endpoint)).size
  if (kinds < LEAST_FAULTS) violations.push(`only ${kinds} faults`)
  if (endpoints < ENDPOINT_NAMES.length) violations.push(`only ${endpoints} endpoints`)
  if (elsewhere.visits() > 0) violations.push(`another host was visited ${elsewhere.visits()} times`)
  await Promise.all(lanes.map(({ service }) => service.close()))
  elsewhere.close()
  await report({
    part: 'faults at every endpoint',
    figures: {
      endpoints,
      'faults each': kinds,
      'cases tried': cases.length,
      'visits to another host': elsewhere.visits(),
      seed: String(SEED),
    },
    violations,
  })
})
