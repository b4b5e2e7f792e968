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

const PARTS = [
  'bytes',
  'start',
  'signed-in',
  'main',
  'memory',
  'ipc',
  'list',
  'review',
  'ending',
  'line',
  'idle',
  'accounts',
  'all-accounts',
] as const
type Part = (typeof PARTS)[number]

/** How much to measure: rounds of starts, and seconds of each idle state. */
interface Amounts {
  rounds: number
  seconds: number
}

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
  const unknown = positionals.filter((part) => !(PARTS as readonly string[]).includes(part))
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}: ${PARTS.join(', ')}`)
  const root = projectRoot()
  if (!existsSync(join(root, 'out', 'main', 'main.cjs'))) {
    throw new Error('The app is not built: run `npm run build` first')
  }
  const wanted = new Set((positionals.length > 0 ? positionals : PARTS) as readonly Part[])
  const amounts = { rounds: Number(values.rounds), seconds: Number(values.seconds) }
  const isAlone = wanted.size === 1 && wanted.has('bytes')
  // Measuring bytes needs no Electron.
  const runtime = isAlone ? null : (await prepare(root)).runtime
  const parts = [...(wanted.has('bytes') ? [{ part: 'bytes', figures: await measureBytes(root) }] : [])]
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
  wanted: ReadonlySet<Part>,
  { rounds, seconds }: Amounts,
): Promise<PartFigures[]> {
  const parts: PartFigures[] = []
  async function on(
    part: Part,
    sessions: number,
    work: (harness: BenchHarness) => Promise<Figure[]>,
  ): Promise<void> {
    if (!wanted.has(part)) return
    const harness = await startBenchHarness(root, runtime, sessions)
    try {
      parts.push({ part, figures: await work(harness) })
    } finally {
      await harness.stop()
    }
  }
  if (wanted.has('start') || wanted.has('signed-in') || wanted.has('main')) {
    const harness = await startBenchHarness(root, runtime)
    // These parts share the same starts.
    const all = await measureStart(harness, rounds).finally(harness.stop)
    parts.push(...all.filter(({ part }) => wanted.has(part as Part)))
  }
  await on('memory', 12, measureMemory)
  await on('ipc', 12, measureIpc)
  if (wanted.has('list')) {
    const figures = await measureList([100, 1_000, 10_000], (sessions) =>
      startBenchHarness(root, runtime, sessions),
    )
    parts.push({ part: 'list', figures })
  }
  await on('review', 10_000, (harness) => measureReview(10_000, harness))
  await on('ending', 1_000, measureEnding)
  await on('line', 0, measureLine)
  await on('idle', 12, (harness) => measureIdle(harness, seconds))
  await on('accounts', 0, (harness) => measureAccounts(harness, rounds))
  await on('all-accounts', 0, measureAllAccounts)
  return parts
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
