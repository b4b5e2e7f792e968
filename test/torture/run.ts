import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepare } from '../support/prepare.ts'
import { run } from '../support/process/run.ts'
import { projectRoot } from '../support/project-root.ts'
import { createRunners } from '../tools/test/runners.ts'
import { addTotals, totalsLine } from '../tools/test/totals.ts'
import { missingParts, tableOf } from './parts.ts'
import { readReport } from './report.ts'
import { SEED } from './scale.ts'

const ROOT = projectRoot()

// `npm run torture`: every part at its full size; after `--`, `--small` for the small size, and arguments for Playwright
// (`-g keyring`). A whole full run without violations ends with what SECURITY.md says of it.
async function main(args: readonly string[]): Promise<void> {
  const startedAt = Date.now()
  const isSmall = args.includes('--small')
  const filters = args.filter((arg) => arg !== '--small')
  const folder = await mkdtemp(join(tmpdir(), 'session-desk-torture-'))
  const file = join(folder, 'report.jsonl')
  const { runtime, env } = await prepare(ROOT)
  const runners = createRunners(ROOT, {
    ...env,
    SESSION_DESK_TORTURE: isSmall ? 'small' : 'full',
    SESSION_DESK_TORTURE_REPORT: file,
    SESSION_DESK_SEED: String(SEED),
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => runners.interrupt())
  const build = await runners.build()
  const tests = build.failed > 0 ? [] : [await runners.playwright(['--project=torture', ...filters])]
  const totals = addTotals([build, ...tests])
  const { parts, toRepeat } = await readReport(file)
  await rm(folder, { recursive: true, force: true })

  const violations = parts.flatMap(({ part, violations: some }) => some.map((what) => `${part}: ${what}`))
  const table = tableOf(parts)
  console.log(`\n${[table, ...violations, ...toRepeat.map((command) => `To repeat: ${command}`)].join('\n')}`)
  console.log(`SESSION_DESK_SEED=${SEED}\n${violations.length} violations`)
  const isClean = totals.failed + totals.skipped + violations.length + missingParts(parts).length === 0
  if (isClean && !isSmall && filters.length === 0) {
    const minutes = Math.round((Date.now() - startedAt) / 60_000)
    const date = new Date().toISOString().slice(0, 10)
    const commit = (await run('git', ['-C', ROOT, 'rev-parse', '--short', 'HEAD'])).stdout.trim()
    console.log(
      `For SECURITY.md: The last full run, of commit \`${commit}\` on ${date}, found 0 violations in ${minutes} minutes: ` +
        `\`SESSION_DESK_SEED=${SEED}\`, Electron ${runtime.version}, ${cpus().length} cores.`,
    )
  }
  console.log(totalsLine(totals))
  process.exitCode = totals.failed > 0 || violations.length > 0 ? 1 : 0
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
