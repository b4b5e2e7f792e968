import { median, medianRatio } from './statistics.ts'

/** One measured value. `control` is the same measurement of two identical things. */
export interface Figure {
  what: string
  value: number
  unit: 'ms' | '×' | 'MB' | 'kB' | 'processes' | '% of a core' | 'wake-ups/s' | 'requests' | 'exponent'
  control?: number
  /** The allowed maximum. */
  budget?: number
}

/** The figures of one part of the bench. */
export interface PartFigures {
  part: string
  figures: Figure[]
}

/** Paired samples: of what is measured, of what it is compared with, and of a second one of that. */
interface Samples {
  values: readonly number[]
  beside: readonly number[]
  control: readonly number[]
}

/** A comparison `over` something, with its budget, and the measured value itself. */
export function compared(
  [what, over]: readonly [what: string, over: string],
  unit: Figure['unit'],
  { values, beside, control }: Samples,
  budget?: number,
): Figure[] {
  return [
    {
      what: `${what}, over ${over}`,
      value: medianRatio(values, beside),
      unit: '×',
      control: medianRatio(control, beside),
      ...(budget === undefined ? {} : { budget }),
    },
    { what, value: median(values), unit, control: median(control) },
  ]
}

/** How far a size in bytes may pass its budget, so that a small change does not fail: 5 %. */
const SIZE_ROOM = 1.05

/** Whether a figure is within its budget; null without one. */
export function isMet({ value, unit, budget }: Figure): boolean | null {
  return budget === undefined ? null : value <= budget * (unit === 'kB' ? SIZE_ROOM : 1)
}

/** The table for people, in Markdown. */
export function tableOf(parts: readonly PartFigures[]): string {
  const rows = parts.flatMap(({ part, figures }) =>
    figures.map((figure) => [
      part,
      figure.what,
      `${short(figure.value)} ${figure.unit}`,
      figure.control === undefined ? '' : `${short(figure.control)} ${figure.unit}`,
      figure.budget === undefined ? '' : `≤ ${short(figure.budget)} ${figure.unit}`,
      { true: 'met', false: 'NOT MET', null: '' }[`${isMet(figure)}`],
    ]),
  )
  const lines = [
    ['part', 'what', 'value', 'control', 'budget', ''],
    ['---', '---', '---:', '---:', '---:', '---'],
    ...rows,
  ]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function short(value: number): string {
  const digits = Math.abs(value) < 1 ? 3 : Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0
  return value.toLocaleString('en', { maximumFractionDigits: digits })
}
