import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Figure } from '../figure.ts'

/** The limit of a screen's first load, kB gzipped, without the texts. */
const BUDGETS = { 'sign-in': 95, sessions: 120 }
const SCREENS = { 'sign-in': ['SignInView'], sessions: ['AppLayout', 'SessionsView'] }
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g

/** The JavaScript of each first screen: its files and their static imports. */
export async function measureBytes(root: string): Promise<Figure[]> {
  const folder = join(root, 'out', 'renderer', 'assets')
  const files = await readdir(folder)
  const page = await readFile(join(root, 'out', 'renderer', 'index.html'), 'utf8')
  const entry = /src="\.\/assets\/([^"]+\.js)"/.exec(page)?.[1]
  if (entry === undefined) throw new Error('The built page loads no script')

  function fileOf(name: string): string {
    const found = files.filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))
    if (found.length !== 1) throw new Error(`There are ${found.length} built files of ${name}`)
    return found[0]!
  }

  async function weigh(names: readonly string[]): Promise<{ raw: number; gzip: number }> {
    // Iterating a set also visits entries added meanwhile.
    const closure = new Set(names)
    const sum = { raw: 0, gzip: 0 }
    for (const file of closure) {
      const text = await readFile(join(folder, file))
      for (const [, imported] of text.toString().matchAll(STATIC_IMPORT)) closure.add(imported!)
      sum.raw += text.length / 1_000
      sum.gzip += gzipSync(text, { level: 9 }).length / 1_000
    }
    return sum
  }

  const texts = await weigh([fileOf('en')])
  const figures: Figure[] = []
  for (const screen of ['sign-in', 'sessions'] as const) {
    const { raw, gzip } = await weigh([entry, ...SCREENS[screen].map(fileOf)])
    figures.push(
      { what: `${screen}, gzip`, value: gzip, unit: 'kB', budget: BUDGETS[screen] },
      { what: `${screen}, raw`, value: raw, unit: 'kB' },
      { what: `${screen} with the English texts, gzip`, value: gzip + texts.gzip, unit: 'kB' },
      { what: `${screen} with the English texts, raw`, value: raw + texts.raw, unit: 'kB' },
    )
  }
  return figures
}
