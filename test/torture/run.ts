import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { prepare } from '../support/prepare.ts'
import { projectRoot } from '../support/project-root.ts'
import { createRunners } from '../tools/test/runners.ts'
import { addTotals, totalsLine } from '../tools/test/totals.ts'
import { missingParts, tableOf } from './parts.ts'
import { fingerprintOf, outdated, withRun, type Run } from './record.ts'
import { readReport } from './report.ts'
import { SEED } from './scale.ts'

const ROOT = projectRoot()
const PAGE = join(ROOT, 'SECURITY.md')

// `npm run torture`: every part at its full size; after `--`, `--small` for the small size, and arguments for Playwright
// (`-g keyring`). A whole full run without violations goes into SECURITY.md; `--check` only compares its fingerprint.
async function main(args: readonly string[]): Promise<void> {
  const fingerprint = fingerprintOf(join(ROOT, 'electron'))
  if (args.includes('--check')) return check(fingerprint)
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
    const electron = runtime.version
    await writeRun({ seed: SEED, minutes, date, electron, cores: cpus().length, fingerprint, table })
    console.log('SECURITY.md has these figures now.')
  }
  console.log(totalsLine(totals))
  process.exitCode = totals.failed > 0 || violations.length > 0 ? 1 : 0
}

async function check(fingerprint: string): Promise<void> {
  const why = outdated(await readFile(PAGE, 'utf8'), fingerprint)
  if (why !== null)
    throw new Error(
      `${why}\nRun \`npm run torture\`, which takes about half an hour, and commit SECURITY.md.`,
    )
  console.log(`The last full run in SECURITY.md is of these files in electron/ (${fingerprint}).`)
}

async function writeRun(run: Run): Promise<void> {
  const text = withRun(await readFile(PAGE, 'utf8'), run)
  await writeFile(PAGE, await format(text, { ...(await resolveConfig(PAGE)), parser: 'markdown' }))
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
