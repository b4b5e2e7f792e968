import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FILE_FORMATS } from '../../electron/core/file-formats.ts'
import { projectRoot } from './project-root.ts'

const root = projectRoot()
const PAGES = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'electron/README.md',
  'renderer/README.md',
  'test/README.md',
]
const textOf = (name: string): string => readFileSync(join(root, name), 'utf8')
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }

function missingScripts(text: string): string[] {
  const named = [...text.matchAll(/\bnpm (?:run\s+([\w:-]*\w)|(test|start)\b)/g)]
  return named.map(([, script, short]) => script ?? short ?? '').filter((name) => !(name in scripts))
}

/** Words of code that look like a path, without addresses and paths outside the project. */
function pathsIn(text: string): string[] {
  const code = [...text.matchAll(/```\w*\n(.*?)```|`([^`]+)`/gs)].map(
    ([, block, span]) => block ?? span ?? '',
  )
  const isPath = (word: string): boolean => /^[\w.][\w./-]*(?:\/|\/[\w.-]+|\.[a-z]+)$/.test(word)
  return code
    .filter((part) => !/^[~%]/.test(part))
    .flatMap((part) => part.split(/\s+/))
    .filter(isPath)
}

/** Whether a path exists; `NAME` in it stands for any name, of which there has to be one. */
function namesFile(folder: string, path: string): boolean {
  const [before, ...after] = path.split('NAME')
  if (after.length === 0) return existsSync(join(folder, path))
  const from = join(folder, before ?? '')
  return (
    existsSync(from) &&
    readdirSync(from).some((name) => existsSync(from + basename(name, '.ts') + after.join('')))
  )
}

/** A path counts from the project's folder or the page's; `accounts/` is the folder of the app's own files. */
function exists(path: string, page: string): boolean {
  const [, stored] = /^accounts\/(\w+)\.json$/.exec(path) ?? []
  return stored === undefined
    ? [root, join(root, dirname(page))].some((folder) => namesFile(folder, path))
    : stored in FILE_FORMATS
}

const missingPaths = (text: string, page = 'README.md'): string[] =>
  pathsIn(text).filter((path) => !exists(path, page))

/** As GitHub names a heading in an address. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

function brokenLinks(text: string, from: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '')
  return targets.filter((target) => {
    if (/^https:\/\//.test(target)) return false
    const [path = '', anchor] = target.split('#')
    const file = path === '' ? from : join(dirname(from), path)
    if (!existsSync(join(root, file))) return true
    if (anchor === undefined) return false
    const headings = [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading ?? ''))
    return !headings.includes(anchor)
  })
}

describe.each(PAGES)('%s', (page) => {
  it('names only npm scripts, files and folders that exist', () => {
    expect([...missingScripts(textOf(page)), ...missingPaths(textOf(page), page)]).toEqual([])
  })

  it('has no broken link, and the README links to it', () => {
    expect(brokenLinks(textOf(page), page)).toEqual([])
    if (page !== 'README.md') expect(textOf('README.md')).toContain(`](${page}`)
  })
})

it('a missing script, path or heading is found', () => {
  expect(missingScripts('`npm run check`, `npm test`, `npm run never`')).toEqual(['never'])
  const paths =
    '`electron/main.ts`, `.ci/none`, `accounts/vault.json`, `~/.cache/x`\n```sh\nnpx vitest test/none/\n```'
  expect(missingPaths(paths)).toEqual(['.ci/none', 'test/none/'])
  const links =
    '[a](README.md) [b](NONE.md) [c](README.md#use-it) [d](README.md#none) [e](https://example.com)'
  expect(brokenLinks(links, 'README.md')).toEqual(['NONE.md', 'README.md#none'])
})
