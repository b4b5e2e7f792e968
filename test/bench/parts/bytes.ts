import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Figure } from '../figure.ts'

/** The budgets, in kB: a screen's first load, gzipped and without the texts; what main loads for its window, and with its services. */
const BUDGETS = { 'sign-in': 72, sessions: 92, window: 26.5, services: 490 }
const SCREENS = { 'sign-in': ['SignInView'], sessions: ['AppLayout', 'SessionsView'] }
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["'](\.\.?\/[^"']+\.js)["']/g
// What main requires later is in a function: `() => require(…)`.
const STATIC_REQUIRE = /(?<!=>(?:\w\()?)\brequire\(["'](\.\.?\/[^"']+\.cjs)["']\)/g

/** The JavaScript of each first screen, and that of the main process for its window and with its services. */
export async function measureBytes(root: string): Promise<Figure[]> {
  return [
    ...(await measureScreens(join(root, 'out', 'renderer'))),
    ...(await measureMain(join(root, 'out', 'main'))),
  ]
}

async function measureScreens(folder: string): Promise<Figure[]> {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const entry = /src="\.\/(assets\/[^"]+\.js)"/.exec(page)?.[1]
  if (entry === undefined) throw new Error('The built page loads no script')
  const fileOf = (name: string): Promise<string> => findFile(folder, 'assets', name)
  const texts = await weigh(folder, [await fileOf('en')])
  const figures: Figure[] = []
  for (const screen of ['sign-in', 'sessions'] as const) {
    const { raw, gzip } = await weigh(folder, [entry, ...(await Promise.all(SCREENS[screen].map(fileOf)))])
    figures.push(
      { what: `${screen}, gzip`, value: gzip, unit: 'kB', budget: BUDGETS[screen] },
      { what: `${screen}, raw`, value: raw, unit: 'kB' },
      { what: `${screen} with the English texts, gzip`, value: gzip + texts.gzip, unit: 'kB' },
      { what: `${screen} with the English texts, raw`, value: raw + texts.raw, unit: 'kB' },
    )
  }
  return figures
}

async function measureMain(folder: string): Promise<Figure[]> {
  const window = await weigh(folder, ['main.cjs'])
  const services = await weigh(folder, ['main.cjs', await findFile(folder, 'chunks', 'app')])
  return [
    { what: 'main, for its window', value: window.raw, unit: 'kB', budget: BUDGETS.window },
    { what: 'main, with its services', value: services.raw, unit: 'kB', budget: BUDGETS.services },
  ]
}

/** The path below `folder` of the built file with this name, which its hash follows. */
async function findFile(folder: string, below: string, name: string): Promise<string> {
  const files = await readdir(join(folder, below))
  const found = files.filter((file) => file.startsWith(`${name}-`) && /\.c?js$/.test(file))
  if (found.length !== 1) throw new Error(`There are ${found.length} built files of ${name}`)
  return `${below}/${found[0]!}`
}

/** The size of these files and of their static imports, kB. */
async function weigh(folder: string, names: readonly string[]): Promise<{ raw: number; gzip: number }> {
  // Iterating a set also visits entries added meanwhile.
  const closure = new Set(names)
  const sum = { raw: 0, gzip: 0 }
  for (const file of closure) {
    const text = await readFile(join(folder, file))
    for (const pattern of [STATIC_IMPORT, STATIC_REQUIRE])
      for (const [, imported] of text.toString().matchAll(pattern))
        closure.add(posix.join(posix.dirname(file), imported!))
    sum.raw += text.length / 1_000
    sum.gzip += gzipSync(text, { level: 9 }).length / 1_000
  }
  return sum
}
