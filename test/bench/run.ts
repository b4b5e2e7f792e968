import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeCodeCaches } from '../tools/code-cache/make.ts'
import { prepare } from '../support/prepare.ts'
import { projectRoot } from '../support/project-root.ts'
import type { Runtime } from '../support/runtime/pinned.ts'
import { isMet, tableOf, type Figure, type PartFigures } from './figure.ts'
import { measureAccounts } from './parts/accounts.ts'
import { measureAllAccounts } from './parts/all-accounts.ts'
import { measureBytes } from './parts/bytes.ts'
import { measureEnding } from './parts/ending.ts'
import { measureIdle } from './parts/idle.ts'
import { measureIpc } from './parts/ipc.ts'
import { measureLine } from './parts/line.ts'
import { measureList } from './parts/list.ts'
import { measureMemory } from './parts/memory.ts'
import { measureReview } from './parts/review.ts'
import { measureStart } from './parts/start.ts'
import { startBenchHarness, type BenchHarness } from './bench-harness.ts'

/** How much to measure: rounds of starts, and seconds of each idle state. */
interface Amounts {
  rounds: number
  seconds: number
}

/** These parts share the same starts. */
const STARTS = ['start', 'signed-in', 'main']
/** The other parts that run the app, each on a new harness where Ana has so many sessions on other devices. */
const RUNNING: Record<
  string,
  [sessions: number, measure: (harness: BenchHarness, amounts: Amounts) => Promise<Figure[]>]
> = {
  memory: [12, measureMemory],
  ipc: [12, measureIpc],
  list: [0, measureList],
  review: [10_000, measureReview],
  ending: [1_000, measureEnding],
  line: [0, measureLine],
  idle: [12, (harness, { seconds }) => measureIdle(harness, seconds)],
  accounts: [0, (harness, { rounds }) => measureAccounts(harness, rounds)],
  'all-accounts': [0, measureAllAccounts],
}
const PARTS = ['bytes', ...STARTS, ...Object.keys(RUNNING)]

// `npm run bench`: every part; `npm run bench -- bytes list`: those. `--check` fails where a budget is not met.
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      check: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '10' },
      seconds: { type: 'string', default: '40' },
    },
  })
  const unknown = positionals.filter((part) => !PARTS.includes(part))
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}: ${PARTS.join(', ')}`)
  const root = projectRoot()
  if (!existsSync(join(root, 'out', 'main', 'main.cjs'))) {
    throw new Error('The app is not built: run `npm run build` first')
  }
  const wanted = new Set(positionals.length > 0 ? positionals : PARTS)
  const amounts = { rounds: Number(values.rounds), seconds: Number(values.seconds) }
  // Measuring bytes needs no Electron.
  const isAlone = wanted.size === 1 && wanted.has('bytes')
  const runtime = isAlone ? null : (await prepare(root)).runtime
  const parts = wanted.has('bytes') ? [{ part: 'bytes', figures: await measureBytes(root) }] : []
  if (runtime) {
    // A package has them. Those that are there may be of another runtime.
    await makeCodeCaches({ root, runtime })
    parts.push(...(await measureRunning(root, runtime, wanted, amounts)))
  }

  const machine = {
    cores: cpus().length,
    cpu: cpus()[0]?.model ?? 'unknown',
    memoryGB: Math.round(totalmem() / 1e9),
    system: process.platform,
    runtime: runtime ? `Electron ${runtime.version}` : null,
    amounts,
  }
  await mkdir(join(root, 'test-results'), { recursive: true })
  const results = parts.map(({ part, figures }) => ({
    part,
    figures: figures.map((figure) => ({ ...figure, met: isMet(figure) })),
  }))
  await writeFile(
    join(root, 'test-results', 'bench.json'),
    JSON.stringify({ machine, parts: results }, null, 2),
  )
  console.log(`\n${tableOf(parts)}\n`)
  console.log(
    `${machine.cores} cores of ${machine.cpu}, ${machine.memoryGB} GB, ${machine.runtime ?? 'no Electron'}`,
  )
  const missed = results.flatMap(({ figures }) => figures.filter(({ met }) => met === false))
  console.log(missed.length === 0 ? 'Every budget is met.' : `${missed.length} budgets are not met.`)
  if (values.check && missed.length > 0) process.exitCode = 1
}

async function measureRunning(
  root: string,
  runtime: Runtime,
  wanted: ReadonlySet<string>,
  amounts: Amounts,
): Promise<PartFigures[]> {
  async function on<T>(sessions: number, work: (harness: BenchHarness) => Promise<T>): Promise<T> {
    const harness = await startBenchHarness(root, runtime, sessions)
    return work(harness).finally(harness.stop)
  }
  const parts: PartFigures[] = []
  if (STARTS.some((part) => wanted.has(part))) {
    const all = await on(12, (harness) => measureStart(harness, amounts.rounds))
    parts.push(...all.filter(({ part }) => wanted.has(part)))
  }
  for (const [part, [sessions, measure]] of Object.entries(RUNNING))
    if (wanted.has(part))
      parts.push({ part, figures: await on(sessions, (harness) => measure(harness, amounts)) })
  return parts
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
