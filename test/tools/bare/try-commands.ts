import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureSystemPackages } from '../../support/desktop/ensure-packages.ts'
import { run } from '../../support/process/run.ts'
import { projectRoot } from '../../support/project-root.ts'
import { BARE_DEBIAN_NEEDS, startBareDebian, type BareDebian } from '../../support/bare-debian/bare-debian.ts'
import { hintProblem, testsProblem, totalsIn } from './check-output.ts'
import type { Who } from '../../support/bare-debian/namespace.ts'
import { mustRun } from '../../support/bare-debian/run-echoed.ts'

// `npm run bare`: runs the README's two commands on a Debian with Node and npm only.
// `npm run bare -- --only=unit` passes its arguments to `npm test` there.
const PLACE = '/srv/session-desk'
const LEFT_BY_BUILDS = ['.git', 'node_modules', 'out', 'dist', 'shots', 'test-results']

interface Step {
  name: string
  seconds: number
}

async function main(testArguments: string[], signal: AbortSignal): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('Only root can make a bare Debian. Run: sudo npm run bare')
  await ensureSystemPackages(BARE_DEBIAN_NEEDS)
  const steps: Step[] = []
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    console.log(`\nOn a bare Debian: ${name}`)
    const start = performance.now()
    try {
      return await work()
    } finally {
      steps.push({ name, seconds: (performance.now() - start) / 1000 })
    }
  }
  const debian = await step('setting it up', () => startBareDebian({ node: true, signal }))
  let verdict = ''
  try {
    await bringProject(debian, projectRoot())
    const npm = (who: Who, ...args: string[]) =>
      step(`npm ${args.join(' ')}${who === 'root' ? '' : ', as an ordinary user'}`, () =>
        debian.show(who, PLACE, 'npm', ...args),
      )
    const must = async (...args: string[]): Promise<string[]> => {
      const { code, lines } = await npm('root', ...args)
      if (code !== 0) throw new Error(`npm ${args.join(' ')} failed on a bare Debian`)
      return lines
    }
    await must('ci')
    const refused = await npm('user', 'run', 'demo')
    const shown = await must('run', 'demo')
    const problem = hintProblem(refused, shown)
    if (problem !== null) throw new Error(problem)
    await must('ci')
    const tests = await npm('root', 'test', ...(testArguments.length > 0 ? ['--', ...testArguments] : []))
    verdict = totalsIn(tests.lines) ?? ''
    const failure = testsProblem(tests)
    if (failure !== null) throw new Error(failure)
  } finally {
    await debian.stop()
    console.log('\nOn a bare Debian:')
    for (const { name, seconds } of steps) console.log(`${seconds.toFixed(0).padStart(5)} s  ${name}`)
    if (verdict !== '') console.log(verdict)
  }
}

/** Copies the committed tree; without a git clone, all files except those of a build or a test. */
async function bringProject(debian: BareDebian, root: string): Promise<void> {
  const folder = join(debian.folder, PLACE)
  await mkdir(folder, { recursive: true })
  const git = ['git', '-c', `safe.directory=${root}`, '-C', root] as const
  const archive = `${folder}.tar`
  if ((await run('git', [...git.slice(1), 'rev-parse', 'HEAD'])).code === 0) {
    if ((await mustRun([...git, 'status', '--porcelain'])).length > 0) {
      console.log('There are changes that are not committed: they are not tried.')
    }
    await mustRun([...git, 'archive', '--format=tar', `--output=${archive}`, 'HEAD'])
  } else {
    const left = LEFT_BY_BUILDS.map((name) => `--exclude=./${name}`)
    await mustRun(['tar', '--create', ...left, `--file=${archive}`, `--directory=${root}`, '.'])
  }
  await mustRun(['tar', '--extract', `--file=${archive}`, `--directory=${folder}`])
  await rm(archive)
}

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interrupted.abort(new Error('Interrupted')))
}
main(process.argv.slice(2), interrupted.signal).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = interrupted.signal.aborted ? 130 : 1
})
