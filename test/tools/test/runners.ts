import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startHelper, type Helper } from '../../support/process/helper.ts'
import { NO_TESTS, totalsOf, type Totals } from './totals.ts'

/** Runs the steps of a test run and prints their output. */
export interface Runners {
  vitest(project: string, args: readonly string[]): Promise<Totals>
  /** Builds the app; a build that fails counts as one failed test. */
  build(): Promise<Totals>
  playwright(args: readonly string[]): Promise<Totals>
  /** Interrupts the current step like Ctrl-C. */
  interrupt(): void
}

/** Runners for the project in `root`. */
export function createRunners(root: string, env: NodeJS.ProcessEnv): Runners {
  let current: Helper | null = null

  /** Resolves with the exit code; null when a signal ended it. */
  async function run(file: string, args: string[], more: NodeJS.ProcessEnv = {}): Promise<number | null> {
    const stdio = ['ignore', 'inherit', 'inherit'] as const
    const helper = startHelper(file, args, { env: { ...env, ...more }, cwd: root, stdio: [...stdio] })
    current = helper
    const code = await helper.ended
    current = null
    await helper.stop()
    return code
  }

  async function test(script: string, args: (report: string) => string[]): Promise<Totals> {
    const folder = await mkdtemp(join(tmpdir(), 'session-desk-report-'))
    try {
      const report = join(folder, 'report.json')
      const command = [join(root, 'node_modules', script), ...args(report)]
      const code = await run(process.execPath, command, { PLAYWRIGHT_JSON_OUTPUT_FILE: report })
      return totalsOf(JSON.parse(await readFile(report, 'utf8').catch(() => 'null')), code)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  return {
    vitest: (project, args) =>
      test('vitest/vitest.mjs', (report) => [
        ...['run', `--project=${project}`, '--reporter=default', '--reporter=json'],
        ...[`--outputFile.json=${report}`, ...args],
      ]),
    async build() {
      const npm = env['npm_execpath']
      // Set by npm itself; on Windows its command cannot be started without a shell.
      const code = await (npm ? run(process.execPath, [npm, 'run', 'build']) : run('npm', ['run', 'build']))
      return { ...NO_TESTS, failed: code === 0 ? 0 : 1 }
    },
    playwright: (args) => test('@playwright/test/cli.js', () => ['test', '--reporter=list,json', ...args]),
    interrupt: () => void current?.child.kill('SIGINT'),
  }
}
