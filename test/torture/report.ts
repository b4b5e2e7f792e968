import { appendFile, readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'

/** The result of one part. Figures are shown in this order; violations name each case. */
export interface PartReport {
  part: string
  figures: Record<string, number | string>
  violations: string[]
}

/** Records a part for the table of `npm run torture`, prints its figures, and fails the test on any violation. */
export async function report(part: PartReport): Promise<void> {
  const file = process.env['SESSION_DESK_TORTURE_REPORT']
  if (file !== undefined) await appendFile(file, `${JSON.stringify(part)}\n`)
  console.log(`${part.part}: ${figuresOf(part)}`)
  expect(part.violations.slice(0, 20), `${part.violations.length} violations`).toEqual([])
}

/** The recorded parts. */
export async function readReports(file: string): Promise<PartReport[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as PartReport)
}

/** The table for people, in Markdown. */
export function tableOf(parts: readonly PartReport[]): string {
  const rows = parts.map((part) => [part.part, figuresOf(part), String(part.violations.length)])
  const lines = [['part', 'figures', 'violations'], ['---', '---', '---:'], ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function figuresOf({ figures }: PartReport): string {
  return Object.entries(figures)
    .map(([name, value]) => `${typeof value === 'number' ? value.toLocaleString('en') : value} ${name}`)
    .join(', ')
}
