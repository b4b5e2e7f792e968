import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Script } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  useCodeCaches,
  type CodeCacheUse,
  type ModuleLoaders,
} from '../../../../electron/platform/start/code-cache.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const require = createRequire(import.meta.url)
// eslint-disable-next-line @typescript-eslint/no-deprecated -- as in main.ts
const loaders: ModuleLoaders = require.extensions

// New paths in each test, because V8 also keeps in memory what it compiled.
const { path, names, read, write } = temporaryFolder()
let use: () => CodeCacheUse

beforeEach(() => void (use = useCodeCaches(path('chunks'), loaders)))
afterEach(() => {
  delete loaders['.cjs']
})

/** The cache of a module that has run, and whose export was called. */
function cacheOf(source: string, filename = 'any.cjs'): Buffer {
  const wrapper = '(function (exports, require, module, __filename, __dirname) { '
  const script = new Script(`${wrapper}${source}\n})`, { filename, columnOffset: -wrapper.length })
  const module: { exports?: unknown } = {}
  ;(script.runInThisContext() as (...given: unknown[]) => void)({}, require, module)
  if (typeof module.exports === 'function') (module.exports as () => void)()
  return script.createCachedData()
}

const run = (file: string): unknown => (require(file) as () => unknown)()

/** The position in the first line of a stack that names this file. */
function positionIn(file: string, work: () => unknown): string | undefined {
  try {
    work()
  } catch (error) {
    const lines = (error as Error).stack?.split('\n')
    const line = lines?.find((text) => text.includes(file))
    return line?.split(file)[1]?.replace(/\)$/, '')
  }
  throw new Error('Nothing was thrown')
}

describe('a file of the app', () => {
  it('runs from its cache', () => {
    const file = write('chunks/app-1.cjs', 'module.exports = () => "source"')
    // V8 compares only the lengths, so that the result tells which of the two ran.
    write('chunks/app-1.cjs.cache', cacheOf('module.exports = () => "cached"'))
    expect(run(file)).toBe('cached')
    expect(use()).toBe('accepted')
  })

  const source = 'module.exports = () => "as it is"'
  const changed = (change: (cache: Buffer) => Buffer) => () => change(cacheOf(source))
  it.each([
    ['another version of V8', changed((cache) => (cache.writeUInt32LE(cache.readUInt32LE(4) ^ 1, 4), cache))],
    ['other flags of V8', changed((cache) => (cache.writeUInt32LE(cache.readUInt32LE(12) ^ 1, 12), cache))],
    ['a longer source', () => cacheOf(`${source} // and more`)],
    ['a damaged header', changed((cache) => cache.fill(7, 0, 64))],
    ['no more than a header', changed((cache) => cache.subarray(0, 24))],
    ['nothing at all', () => Buffer.of()],
  ])('runs from its source if the cache has %s', (_what, cache) => {
    const file = write('chunks/app-3.cjs', source)
    write('chunks/app-3.cjs.cache', cache())
    expect(run(file)).toBe('as it is')
    expect(use()).toBe('rejected')
  })

  it('runs from its source if the cache cannot be read', () => {
    const file = write('chunks/app-4.cjs', source)
    mkdirSync(`${file}.cache`)
    expect(run(file)).toBe('as it is')
    expect(use()).toBe('none')
  })

  it('reports one rejected cache among accepted ones', () => {
    const files = ['a', 'b', 'c'].map((name) => write(`chunks/${name}.cjs`, source))
    for (const file of files) writeFileSync(`${file}.cache`, cacheOf(source))
    writeFileSync(`${files[1]!}.cache`, 'no cache of V8')
    expect(files.map(run)).toEqual(Array.from({ length: 3 }, () => 'as it is'))
    expect(use()).toBe('rejected')
  })

  it('has all that a module of CommonJS has', () => {
    write('chunks/other.cjs', 'exports.from = module.parent === undefined')
    const file = write(
      'chunks/all.cjs',
      `const isBound = this === exports && exports === module.exports
      module.exports = { isBound, __filename, __dirname, other: require('./other.cjs'), id: module.id }
      module.exports.again = require('./all.cjs') === module.exports`,
    )
    const own = { id: file, __filename: file, __dirname: path('chunks') }
    expect(require(file)).toMatchObject({ ...own, isBound: true, again: true })
  })

  it.each([
    ['with', 'accepted'],
    ['without', 'none'],
  ])('reports an error at its file, line and column, %s a cache', (how, expected) => {
    const file = write('chunks/fails.cjs', 'exports.at1 = () => null.x\n\nexports.at3 = () => null.x')
    // The same length, without an error.
    const harmless = 'exports.at1 = () => Math.x\n\nexports.at3 = () => Math.x'
    // Node 20's V8 takes the path from the cache, later ones from the script.
    if (how === 'with') writeFileSync(`${file}.cache`, cacheOf(harmless, file))
    const { at1, at3 } = require(file) as Record<string, () => void>
    expect(positionIn(file, at1!)).toBe(':1:26')
    expect(positionIn(file, at3!)).toBe(':3:26')
    expect(use()).toBe(expected)
  })

  it('reports an error while it loads, and a syntax error, as usual', () => {
    const file = write('chunks/fails-early.cjs', "'use strict'\nthrow new TypeError('too early')")
    expect(() => void require(file)).toThrow(new TypeError('too early'))
    expect(positionIn(file, () => void require(file))).toBe(':2:7')
    // It loads anew each time, as after any failed `require`.
    writeFileSync(file, 'module.exports = 1')
    expect(require(file)).toBe(1)
    const wrong = write('chunks/wrong.cjs', '\nlet let = 1')
    expect(() => void require(wrong)).toThrow(SyntaxError)
    expect(positionIn(wrong, () => void require(wrong))).toBe(':2')
  })

  it('leaves its folder as it was', () => {
    const file = write('chunks/app-5.cjs', source)
    run(file)
    expect([names('chunks'), read('chunks/app-5.cjs')]).toEqual([['app-5.cjs'], source])
  })
})

it.each(['file.cjs', 'elsewhere/file.cjs', 'chunks/below/file.cjs'])(
  'leaves a file in another folder to Node, and its cache unread: %s',
  (name) => {
    const file = write(name, 'module.exports = () => "source"')
    write(`${name}.cache`, cacheOf('module.exports = () => "cached"'))
    expect(run(file)).toBe('source')
    expect(use()).toBe('none')
  },
)
