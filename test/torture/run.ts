import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepare } from '../support/prepare.ts'
import { projectRoot } from '../support/project-root.ts'
import { createRunners } from '../tools/test/runners.ts'
import { addTotals, totalsLine } from '../tools/test/totals.ts'
import { readReports, tableOf } from './report.ts'
import { seedOfRun } from './scale.ts'

// `npm run torture`: every part at its full size. Arguments go to Playwright: `npm run torture -- -g keyring`.
async function main(): Promise<void> {
  const root = projectRoot()
  const folder = await mkdtemp(join(tmpdir(), 'session-desk-torture-'))
  const file = join(folder, 'parts.jsonl')
  const seed = seedOfRun()
  const env = {
    ...(await prepare(root)).env,
    SESSION_DESK_TORTURE: 'full',
    SESSION_DESK_TORTURE_REPORT: file,
    SESSION_DESK_SEED: String(seed),
  }
  const runners = createRunners(root, env)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => runners.interrupt())
  const build = await runners.build()
  const totals = addTotals([
    build,
    ...(build.failed > 0 ? [] : [await runners.playwright('torture', process.argv.slice(2))]),
  ])
  const parts = await readReports(file)
  await rm(folder, { recursive: true, force: true })
  const violations = parts.reduce((sum, part) => sum + part.violations.length, 0)
  console.log(`\n${tableOf(parts)}\n\nSESSION_DESK_SEED=${seed}`)
  console.log(`${violations} violations\n${totalsLine(totals)}`)
  process.exitCode = totals.failed > 0 || violations > 0 ? 1 : 0
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
