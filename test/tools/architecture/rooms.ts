import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import ts from 'typescript'
import { projectRoot } from '../../support/project-root.ts'

const ROOT = projectRoot()
const RULES = new URL('../../../eslint.config.js', import.meta.url).href
const { TIERS, PAGE_TIERS } = (await import(RULES)) as Record<'TIERS' | 'PAGE_TIERS', readonly string[][]>

/** A box of the picture, and the rooms in it: paths of folders, or of files beside the folders. */
interface Box {
  id: string
  label: string
  rooms: readonly string[]
}

/** An import of a file of one folder by a file of another one; the files beside the folders stand for themselves. */
export interface Arrow {
  from: string
  to: string
}

const boxes = (top: string, names: readonly string[]): Box[] =>
  names.map((name) => ({ id: `${top}_${name.replace('.', '_')}`, label: name, rooms: [`${top}/${name}`] }))

/** The boxes of the features, the highest tier first. */
const tiers = (top: string, from: readonly string[][]): Box[] =>
  from
    .map((names, at) => ({
      id: `${top}_tier_${at + 1}`,
      label: `features: ${names.join(', ')}`,
      rooms: names.map((name) => `${top}/features/${name}`),
    }))
    .reverse()

/** The boxes of the main process, of the window, and of both, from top to bottom: an import leads down. */
const GROUPS: readonly { title: string; boxes: readonly Box[] }[] = [
  {
    title: 'electron: the main process',
    boxes: [
      ...boxes('electron', ['main.ts', 'app.ts', 'composition', 'platform', 'ipc']),
      ...tiers('electron', TIERS),
      ...boxes('electron', ['core', 'api', 'config.ts', 'domain', 'preload.ts']),
    ],
  },
  {
    title: 'renderer: the window',
    boxes: [
      ...boxes('renderer', ['app']),
      ...tiers('renderer', PAGE_TIERS),
      ...boxes('renderer', ['ui', 'lib']),
    ],
  },
  { title: 'both', boxes: boxes('electron', ['shared']) },
]
const BOXES = GROUPS.flatMap((group) => group.boxes)

const isIn = (folder: string, room: string): boolean => folder === room || folder.startsWith(`${room}/`)

/** The place of a folder from the top, as the index of its box, and its room; throws where no box has it. */
export function placeOf(folder: string): { row: number; room: string } {
  const row = BOXES.findIndex(({ rooms }) => rooms.some((room) => isIn(folder, room)))
  const room = BOXES[row]?.rooms.find((each) => isIn(folder, each))
  if (room === undefined) throw new Error(`${folder} is in no box of test/tools/architecture/rooms.ts`)
  return { row, room }
}

/** Reads the imports between the folders of electron/ and renderer/, those of types and those at run time included. */
export function readArrows(): Arrow[] {
  const files = ['electron', 'renderer'].flatMap((top) =>
    readdirSync(join(ROOT, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.d)\.(ts|vue)$/.test(entry.name))
      .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)).replaceAll('\\', '/')),
  )
  const arrows = files.flatMap((file) =>
    importsIn(file, readFileSync(join(ROOT, file), 'utf8')).map((to) => ({
      from: folderOf(file),
      to: folderOf(to),
    })),
  )
  const known = new Map(arrows.map((arrow) => [`${arrow.from} ${arrow.to}`, arrow]))
  return [...known.values()].filter(({ from, to }) => from !== to)
}

/** Returns the files of electron/ and renderer/ that a file imports, as paths in the project. */
export function importsIn(file: string, text: string): string[] {
  const scripts = [...text.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, script]) => script ?? '')
  const code = file.endsWith('.vue') ? scripts.join('\n') : text
  return ts
    .preProcessFile(code)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => posix.join(posix.dirname(file), fileName))
    .filter((path) => /^(electron|renderer)\//.test(path))
}

/** A file of electron/ itself, such as main.ts, is a room of its own. `shared` and `shared/requests` import each other, as one. */
function folderOf(file: string): string {
  const folder = posix.dirname(file)
  if (isIn(folder, 'electron/shared')) return 'electron/shared'
  return folder === 'electron' ? file : folder
}

/** Draws the boxes and their arrows as a Mermaid diagram. Leaves out an arrow where others lead there too. */
export function draw(arrows: readonly Arrow[]): string {
  const reached = new Map(BOXES.map(({ id }) => [id, new Set<string>()]))
  for (const { from, to } of arrows) {
    const [above, below] = [from, to].map((folder) => BOXES[placeOf(folder).row]?.id ?? '')
    if (above !== below) reached.get(above ?? '')?.add(below ?? '')
  }
  const below = (id: string, found = new Set<string>()): Set<string> => {
    const next = [...(reached.get(id) ?? [])].filter((to) => !found.has(to))
    for (const to of next) below(to, found.add(to))
    return found
  }
  const lines = BOXES.flatMap(({ id }) => {
    const next = [...(reached.get(id) ?? [])]
    const direct = next.filter((to) => !next.some((other) => other !== to && below(other).has(to)))
    return BOXES.filter((box) => direct.includes(box.id)).map((to) => `  ${id} --> ${to.id}`)
  })
  const groups = GROUPS.map(({ title, boxes: inside }, at) =>
    [
      `  subgraph group_${at + 1}["${title}"]`,
      ...inside.map(({ id, label }) => `    ${id}["${label}"]`),
      '  end',
    ].join('\n'),
  )
  return ['```mermaid', 'flowchart TD', ...groups, ...lines, '```'].join('\n')
}

const BLOCK =
  /(?<=<!-- The picture, written by npm run architecture: -->\n).*?(?=<!-- End of the picture -->)/s

/** Puts the picture into a page; throws if the page has no place for it. */
export function withPicture(page: string, picture: string): string {
  if (!BLOCK.test(page)) throw new Error('The page has no lines for the picture of the rooms')
  return page.replace(BLOCK, () => `\n${picture}\n\n`)
}
