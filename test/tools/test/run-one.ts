import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepare } from '../../support/prepare.ts'
import { projectRoot } from '../../support/project-root.ts'
import { createRunners } from './runners.ts'
import { isTestFile, runnerOf, selectTests, type Runner, type Selection } from './select-tests.ts'
import { staleBuild } from './stale-build.ts'
import { addTotals, NO_TESTS, totalsLine, type Totals } from './totals.ts'

const USAGE = `Usage: npm run test:one -- NAME [-t TITLE] [arguments of Vitest or Playwright]
NAME is a test file (file.ts:12 for one test), a source file, a folder, a part of a path, or a part of a title.`

/** The name, the part of a title to run, and what goes to the runner. */
function readArguments(argv: readonly string[]): { name: string; title: string | null; rest: string[] } {
  const rest = [...argv]
  const at = rest.findIndex((argument) => argument === '-t' || argument === '-g')
  const [, title = null] = at < 0 ? [] : rest.splice(at, 2)
  const name = rest.findIndex((argument) => !argument.startsWith('-'))
  if (name < 0) throw new Error(USAGE)
  return { name: rest.splice(name, 1)[0] ?? '', title, rest }
}

function find(root: string, name: string): Selection {
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter(isTestFile)
    .map((path) => `test/${path.replaceAll('\\', '/')}`)
    .sort()
  const found = selectTests(name, files, (file) => readFileSync(join(root, file), 'utf8'))
  if ('candidates' in found)
    throw new Error(`${found.candidates.length} files match ${name}; name one:\n${lines(found.candidates)}`)
  if (found.files.length === 0) throw new Error(`No path and no title of a test contains: ${name}`)
  return found
}

const lines = (files: readonly string[]): string => files.map((file) => `  ${file}`).join('\n')

/** Vitest and Playwright take a title as a regular expression. */
const escaped = (title: string): string => title.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

async function main(): Promise<void> {
  const root = projectRoot()
  const { name, title: chosen, rest } = readArguments(process.argv.slice(2))
  const { files, title: found, others } = find(root, name)
  const title = chosen ?? found
  console.log(`${title === null ? '' : `Titles with "${title}" in:\n`}${lines(files)}`)
  if (others.length > 0) console.log(`Not run, but similar:\n${lines(others)}`)

  const of = (runner: Runner): string[] =>
    files.filter((file) => runnerOf(file.replace(/:\d+$/, '')) === runner)
  const withApp = of('playwright').length + of('package').length > 0
  const env = withApp ? (await prepare(root)).env : process.env
  const runners = createRunners(root, env)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => runners.interrupt())

  async function build(): Promise<Totals> {
    const reason = staleBuild(root)
    console.log(reason === null ? 'The build is up to date' : `Building, because ${reason}`)
    return reason === null ? NO_TESTS : runners.build()
  }
  const titled = (flag: string): string[] => (title === null ? [] : [flag, escaped(title)])
  const totals: Totals[] = []
  if (of('vitest').length > 0)
    totals.push(await runners.vitest('*', [...of('vitest'), ...titled('-t'), ...rest]))
  if (of('playwright').length > 0) {
    const built = await build()
    const args = ['--trace=retain-on-failure', ...of('playwright'), ...titled('-g'), ...rest]
    totals.push(built.failed > 0 ? built : await runners.playwright(args))
  }
  if (of('package').length > 0) {
    const config = ['--config', 'test/package/playwright.config.ts']
    totals.push(await runners.playwright([...config, ...of('package'), ...titled('-g'), ...rest]))
  }
  const sum = addTotals(totals)
  console.log(`\n${totalsLine(sum)}`)
  process.exitCode = sum.failed > 0 ? 1 : 0
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
