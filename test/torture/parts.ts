/** The parts of the torture, in the order of the table in SECURITY.md. */
export const PARTS = [
  'faults at every endpoint',
  'kill -9 while tokens are written',
  'kill -9 while tokens are renewed',
  'kill -9 at the first paint',
  'mutated ciphertexts',
  'calls at once around a renewal',
  'foreign and malformed IPC calls',
  "Electron's security checklist",
  'hostile service',
  'canaries',
  'keyring',
  'soak',
  'simulated lives',
] as const

/** Numbers by their name; shown in this order. */
export type Figures = Readonly<Record<string, number>>

/** The result of a test. Several tests may report the same part: it shows all cases, and the sums of the figures. */
export interface PartReport {
  part: (typeof PARTS)[number]
  /** The cases that words tell better than numbers, such as the states of a keyring. */
  cases?: readonly string[]
  figures: Figures
  /** What went wrong, one text each. */
  violations: readonly string[]
}

/** The reports of one part as one; null if there is none. */
function mergePart(part: PartReport['part'], reports: readonly PartReport[]): PartReport | null {
  const own = reports.filter((report) => report.part === part)
  const names = new Set(own.flatMap(({ figures }) => Object.keys(figures)))
  const sum = (name: string): number => own.reduce((total, { figures }) => total + (figures[name] ?? 0), 0)
  return own.length === 0
    ? null
    : {
        part,
        cases: own.flatMap(({ cases = [] }) => cases).toSorted(),
        figures: Object.fromEntries([...names].map((name) => [name, sum(name)])),
        violations: own.flatMap(({ violations }) => violations),
      }
}

/** The parts that have no report. */
export function missingParts(reports: readonly PartReport[]): string[] {
  return PARTS.filter((part) => mergePart(part, reports) === null)
}

/** Cases and figures as people read them: `absent, locked: 0 tokens lost`. */
export function describeFigures({ cases = [], figures }: Pick<PartReport, 'cases' | 'figures'>): string {
  const counts = Object.entries(figures).map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
  return `${cases.length > 0 ? `${cases.join(', ')}: ` : ''}${counts.join(', ')}`
}

/** The table of the parts with a report, in Markdown. */
export function tableOf(reports: readonly PartReport[]): string {
  const parts = PARTS.flatMap((part) => mergePart(part, reports) ?? [])
  const rows = parts.map((part) => [part.part, describeFigures(part)])
  return [['part', 'figures'], ['---', '---'], ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
