import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startHelper, type Helper } from './process/helper.ts'
import { playwrightTotals, stepTotals, vitestTotals, type RunnerEnd, type Totals } from './totals.ts'

/** Runs the steps of a test run, their output going straight to ours. */
export interface Runners {
  vitest(project: string, args: readonly string[]): Promise<Totals>
  build(): Promise<Totals>
  playwright(args: readonly string[]): Promise<Totals>
  /** Asks what runs now to end, as Ctrl-C would. */
  interrupt(): void
}

/** Runners for the project in `root`. */
export function createRunners(root: string, env: NodeJS.ProcessEnv): Runners {
  let current: Helper | null = null

  async function start(
    command: readonly [string, ...string[]],
    more: NodeJS.ProcessEnv = {},
  ): Promise<number | null> {
    const [file, ...args] = command
    const helper = startHelper(file, args, {
      env: { ...env, ...more },
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    current = helper
    const code = await helper.ended
    current = null
    await helper.stop()
    return code
  }

  async function reported(
    name: string,
    work: (reportFile: string) => Promise<number | null>,
  ): Promise<RunnerEnd> {
    const folder = await mkdtemp(join(tmpdir(), 'desk-report-'))
    try {
      const file = join(folder, 'report.json')
      const exitCode = await work(file)
      const text = await readFile(file, 'utf8').catch(() => 'null')
      return { name, exitCode, report: JSON.parse(text) as unknown }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  return {
    async vitest(project, args) {
      const end = await reported(project, (file) =>
        start([
          process.execPath,
          join(root, 'node_modules/vitest/vitest.mjs'),
          'run',
          `--project=${project}`,
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${file}`,
          ...args,
        ]),
      )
      return vitestTotals(end)
    },
    async build() {
      const npm = env['npm_execpath']
      // Set by npm itself; on Windows its command cannot be started without a shell.
      return stepTotals(
        'The build',
        await start(npm ? [process.execPath, npm, 'run', 'build'] : ['npm', 'run', 'build']),
      )
    },
    async playwright(args) {
      const end = await reported('e2e', (file) =>
        start(
          [
            process.execPath,
            join(root, 'node_modules/@playwright/test/cli.js'),
            'test',
            '--reporter=list,json',
            ...args,
          ],
          {
            PLAYWRIGHT_JSON_OUTPUT_FILE: file,
          },
        ),
      )
      return playwrightTotals(end)
    },
    interrupt: () => void current?.child.kill('SIGINT'),
  }
}
