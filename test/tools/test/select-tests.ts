import { posix } from 'node:path'

/** Which program runs a test file: Vitest, Playwright on a desktop of its own, or Playwright with the installed package. */
export type Runner = 'vitest' | 'playwright' | 'package'

/** The test files that a name means. `title` is a part of the titles to run; `others` match as well, less exactly. */
export interface Selection {
  files: readonly string[]
  title: string | null
  others: readonly string[]
}

/** A name that is not exact enough, with the files that match it. */
export interface Ambiguity {
  candidates: readonly string[]
}

const TEST_FILE = /\.(test|spec)\.ts$/

/** Whether a path names a test file. */
export const isTestFile = (path: string): boolean => TEST_FILE.test(path)

/** The program that runs a test file, by its path from the project's root. */
export function runnerOf(file: string): Runner {
  if (!file.endsWith('.spec.ts')) return 'vitest'
  return file.startsWith('test/package/') ? 'package' : 'playwright'
}

/** `test/e2e/sign-in.errors.spec.ts` and `renderer/ui/AppButton.vue` without folder and endings: `sign-in.errors`, `AppButton`. */
const nameOf = (path: string): string => posix.basename(path).replace(/(\.test|\.spec)?\.(ts|vue)$/, '')

/** The path and the line of `file.ts:12`. */
function splitLine(name: string): [path: string, line: string] {
  const [, path = name, line = ''] = /^(.*\.ts)(:\d+)$/.exec(name) ?? []
  return [path, line]
}

/**
 * Finds the tests that `name` means. The first of these rules that finds files decides:
 * 1. the path of a test file, with `:line` or without; of a folder of tests; or of a source file, for its tests;
 * 2. the name of one or more test files, without their folders and endings;
 * 3. a part of the path of one test file; several are an ambiguity;
 * 4. a part of a title, by the files' texts.
 * `files` are all test files, by their paths from the project's root; `textOf` reads one.
 */
export function selectTests(
  name: string,
  files: readonly string[],
  textOf: (file: string) => string,
): Selection | Ambiguity {
  const [path, line] = splitLine(posix.normalize(name))
  const withLine = (file: string): string => file + line
  if (files.includes(path)) return { files: [withLine(path)], title: null, others: [] }
  const inFolder = files.filter((file) => file.startsWith(`${path.replace(/\/$/, '')}/`))
  if (inFolder.length > 0) return { files: inFolder, title: null, others: [] }
  const ofSource = files.filter((file) => isTestOf(file, path))
  if (ofSource.length > 0) return { files: ofSource, title: null, others: [] }

  const partly = files.filter((file) => file.toLowerCase().includes(path.toLowerCase()))
  const named = partly.filter((file) => nameOf(file) === nameOf(path) && !path.includes('/'))
  if (named.length > 0)
    return { files: named.map(withLine), title: null, others: partly.filter((file) => !named.includes(file)) }
  if (partly.length === 1) return { files: partly.map(withLine), title: null, others: [] }
  if (partly.length > 1) return { candidates: partly }
  return { files: files.filter((file) => textOf(file).includes(name)), title: name, others: [] }
}

/** Whether a test file belongs to a source file: `test/` mirrors the source, and the name may add an aspect. */
function isTestOf(file: string, source: string): boolean {
  if (!source.includes('/') || source.startsWith('test/')) return false
  const mirrored = posix.join('test', posix.dirname(source), nameOf(source))
  return file.startsWith(`${mirrored}.`)
}
