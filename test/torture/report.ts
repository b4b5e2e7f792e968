import { appendFile, readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { describeFigures, type PartReport } from './parts.ts'
import { IS_FULL, SEED } from './scale.ts'

/** A line of the file that a run's tests write for `npm run torture`. */
type Line = PartReport | { toRepeat: string }

/**
 * Records a part for the table of `npm run torture`, prints its figures and `details`, which the table leaves out, and fails
 * the test on any violation.
 */
export async function report(
  part: PartReport,
  details: Readonly<Record<string, number>> = {},
): Promise<void> {
  await record(part)
  console.log(`${part.part}: ${describeFigures({ ...part, figures: { ...part.figures, ...details } })}`)
  expect(part.violations.slice(0, 20), `${part.violations.length} violations`).toEqual([])
}

/** Prints and records the command that repeats a failed test. */
export async function sayHowToRepeat(title: string): Promise<void> {
  // Playwright reads it as a regular expression.
  const pattern = title.replace(/[^\w ,:-]/g, '.')
  const toRepeat = `SESSION_DESK_SEED=${SEED} npm run torture --${IS_FULL ? '' : ' --small'} -g '${pattern}'`
  console.log(`To repeat it: ${toRepeat}`)
  await record({ toRepeat })
}

async function record(line: Line): Promise<void> {
  const file = process.env['SESSION_DESK_TORTURE_REPORT']
  if (file !== undefined) await appendFile(file, `${JSON.stringify(line)}\n`)
}

/** The parts that a run's tests recorded, and the commands that repeat failed tests; none if no test got that far. */
export async function readReport(file: string) {
  const text = await readFile(file, 'utf8').catch(() => '')
  const lines = text.split('\n').filter(Boolean)
  const all = lines.map((line) => JSON.parse(line) as Line)
  return {
    parts: all.filter((line) => 'part' in line),
    toRepeat: all.flatMap((line) => ('toRepeat' in line ? line.toRepeat : [])),
  }
}
