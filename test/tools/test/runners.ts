import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startHelper, type Helper } from '../../support/process/helper.ts'
import { NO_TESTS, totalsOf, type Totals } from './totals.ts'

/** The folder of the reporters that print how to repeat a failed test. */
const REPEAT = join('test', 'tools', 'test')

/** Runs the steps of a test run, also side by side, and prints their output. */
export interface Runners {
  /** Runs a project of Vitest: on all cores and with its output as it comes, or on one, with its output at the end. */
  vitest(project: string, args: readonly string[], isAlone?: boolean): Promise<Totals>
  /** Builds the app; a build that fails counts as one failed test. Its output comes at the end. */
  build(): Promise<Totals>
  playwright(args: readonly string[]): Promise<Totals>
  /** Interrupts the running steps like Ctrl-C. */
  interrupt(): void
}

/** Runners for the project in `root`. */
export function createRunners(root: string, env: NodeJS.ProcessEnv): Runners {
  const running = new Set<Helper>()

  /** Resolves with the exit code; null when a signal ended it. */
  async function run(
    file: string,
    args: string[],
    more: NodeJS.ProcessEnv = {},
    atTheEnd = false,
  ): Promise<number | null> {
    const output = atTheEnd ? ('pipe' as const) : ('inherit' as const)
    const options = { env: { ...env, ...more }, cwd: root, stdio: ['ignore' as const, output, output] }
    const lines: string[] = []
    const helper = startHelper(file, args, { ...options, logged: (line) => lines.push(line) })
    running.add(helper)
    const written = helper.child.stdout ? text(helper.child.stdout) : Promise.resolve('')
    const code = await helper.ended
    await helper.stop()
    running.delete(helper)
    if (atTheEnd) process.stdout.write([await written, ...lines].join('\n') + '\n')
    return code
  }

  async function test(script: string, args: (report: string) => string[], atTheEnd = false): Promise<Totals> {
    const folder = await mkdtemp(join(tmpdir(), 'session-desk-report-'))
    try {
      const report = join(folder, 'report.json')
      const command = [join(root, 'node_modules', script), ...args(report)]
      const code = await run(process.execPath, command, { PLAYWRIGHT_JSON_OUTPUT_FILE: report }, atTheEnd)
      return totalsOf(JSON.parse(await readFile(report, 'utf8').catch(() => 'null')), code)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  return {
    vitest: (project, args, isAlone = true) =>
      test(
        'vitest/vitest.mjs',
        (report) => [
          ...['run', `--project=${project}`, '--reporter=default', '--reporter=json'],
          `--reporter=${join(root, REPEAT, 'vitest-reporter.ts')}`,
          ...[`--outputFile.json=${report}`, ...(isAlone ? [] : ['--maxWorkers=1']), ...args],
        ],
        !isAlone,
      ),
    async build() {
      const npm = env['npm_execpath']
      // Set by npm itself; on Windows its command cannot be started without a shell.
      const [file, args] = npm ? [process.execPath, [npm]] : ['npm', []]
      const code = await run(file, [...args, 'run', '--silent', 'build'], {}, true)
      return { ...NO_TESTS, failed: code === 0 ? 0 : 1 }
    },
    playwright: (args) =>
      test('@playwright/test/cli.js', () => [
        'test',
        `--reporter=list,json,${join(root, REPEAT, 'playwright-reporter.ts')}`,
        ...args,
      ]),
    interrupt: () => running.forEach(({ child }) => child.kill('SIGINT')),
  }
}
