import { prepare } from '../../support/prepare.ts'
import { projectRoot } from '../../support/project-root.ts'
import { createRunners, type Runners } from './runners.ts'
import { addTotals, NO_TESTS, totalsLine, type Totals } from './totals.ts'

// `npm test`. `--only=unit,e2e` chooses kinds; other arguments go to the runners.
const KINDS = ['unit', 'renderer', 'integration', 'e2e'] as const
type Kind = (typeof KINDS)[number]

function readArguments(argv: readonly string[]): { kinds: readonly Kind[]; rest: string[] } {
  const only = argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
  const rest = argv.filter((argument) => !argument.startsWith('--only='))
  if (only === undefined) return { kinds: KINDS, rest }
  const requested = only.split(',')
  const unknown = requested.filter((name) => !KINDS.some((kind) => kind === name))
  if (unknown.length > 0) throw new Error(`--only knows ${KINDS.join(', ')}; not ${unknown.join(', ')}`)
  return { kinds: KINDS.filter((kind) => requested.includes(kind)), rest }
}

async function runKind(kind: Kind, runners: Runners, rest: readonly string[]): Promise<Totals> {
  if (kind !== 'e2e') return runners.vitest(kind, rest)
  const build = await runners.build()
  return build.failed > 0 ? build : runners.playwright(rest)
}

async function main(): Promise<void> {
  const root = projectRoot()
  const { kinds, rest } = readArguments(process.argv.slice(2))
  const env = kinds.includes('e2e') ? (await prepare(root)).env : process.env
  const runners = createRunners(root, env)
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      interrupted.abort()
      runners.interrupt()
    })
  }
  const totals: Totals[] = []
  for (const kind of kinds) {
    if (interrupted.signal.aborted) break
    console.log(`\n${kind}`)
    totals.push(await runKind(kind, runners, rest))
  }
  const sum = addTotals(totals)
  const isCut = interrupted.signal.aborted
  console.log(`\n${isCut ? 'Interrupted\n' : ''}${totalsLine(sum)}`)
  process.exitCode = isCut ? 130 : sum.failed > 0 ? 1 : 0
}

main().catch((error: unknown) => {
  // No test ran: that is a failure too, and the last line keeps its form.
  console.error(error instanceof Error ? error.message : error)
  console.log(totalsLine({ ...NO_TESTS, failed: 1 }))
  process.exitCode = 1
})
