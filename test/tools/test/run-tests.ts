import { prepare } from '../../support/prepare.ts'
import { projectRoot } from '../../support/project-root.ts'
import { createRunners, type Runners } from './runners.ts'
import { addTotals, NO_TESTS, totalsLine, type Totals } from './totals.ts'

/**
 * The tracks of `npm test`, which run side by side; the steps of one run one after the other. The fast tests take one
 * core while the app is built and its first end-to-end tests start.
 */
const TRACKS = [
  ['unit', 'simulation', 'integration', 'renderer'],
  ['build', 'e2e'],
] as const
const NEEDS_BUILD = ['e2e', 'long'] as const
const KINDS = ['unit', 'simulation', 'renderer', 'integration', ...NEEDS_BUILD] as const
type Kind = (typeof KINDS)[number]
type Step = Kind | 'build'

const isIn = <T extends string>(all: readonly T[], name: string): name is T =>
  all.some((each) => each === name)

/** `--only=unit,e2e` chooses kinds; other arguments go to the runners. */
function readArguments(argv: readonly string[]): { tracks: readonly (readonly Step[])[]; rest: string[] } {
  const only = argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
  const rest = argv.filter((argument) => !argument.startsWith('--only='))
  if (only === undefined) return { tracks: TRACKS, rest }
  const requested = only.split(',')
  const kinds = requested.filter((name) => isIn(KINDS, name))
  if (kinds.length < requested.length) throw new Error(`--only knows ${KINDS.join(', ')}; not ${only}`)
  const built = kinds.filter((kind) => isIn(NEEDS_BUILD, kind))
  const fast = kinds.filter((kind) => !isIn(NEEDS_BUILD, kind))
  return { tracks: [fast, built.length > 0 ? ['build', ...built] : []], rest }
}

interface Stage {
  name: Step
  totals: Totals
  seconds: number
}

async function main(): Promise<void> {
  const root = projectRoot()
  const { tracks, rest } = readArguments(process.argv.slice(2))
  const needsApp = tracks.some((steps) => steps.includes('build'))
  const env = needsApp ? (await prepare(root)).env : process.env
  const runners = createRunners(root, env)
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      interrupted.abort()
      runners.interrupt()
    })
  }
  const stages: Stage[] = []
  const isAlone = tracks.filter((steps) => steps.length > 0).length === 1
  async function follow(steps: readonly Step[]): Promise<void> {
    for (const name of steps) {
      if (interrupted.signal.aborted) return
      const start = performance.now()
      const totals = await runStep(name, runners, rest, isAlone)
      stages.push({ name, totals, seconds: (performance.now() - start) / 1000 })
      if (name === 'build' && totals.failed > 0) return
    }
  }
  await Promise.all(tracks.map(follow))
  const isCut = interrupted.signal.aborted
  const sum = addTotals(stages.map(({ totals }) => totals))
  console.log(`\n${isCut ? 'Interrupted\n' : ''}${stages.map(lineOf).join('\n')}\n${totalsLine(sum)}`)
  process.exitCode = isCut ? 130 : sum.failed > 0 ? 1 : 0
}

function runStep(step: Step, runners: Runners, rest: readonly string[], isAlone: boolean): Promise<Totals> {
  if (step === 'build') return runners.build()
  return isIn(NEEDS_BUILD, step)
    ? runners.playwright([`--project=${step}`, ...rest])
    : runners.vitest(step, rest, isAlone)
}

function lineOf({ name, totals, seconds }: Stage): string {
  return `${seconds.toFixed(0).padStart(5)} s  ${name}${name === 'build' ? '' : `: ${totalsLine(totals)}`}`
}

main().catch((error: unknown) => {
  // No test ran: that is a failure too, and the last line keeps its form.
  console.error(error instanceof Error ? error.message : error)
  console.log(totalsLine({ ...NO_TESTS, failed: 1 }))
  process.exitCode = 1
})
