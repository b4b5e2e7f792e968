import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resolveConfig } from 'electron-vite'
import { build, mergeConfig, type Rolldown } from 'vite'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as jsonStore from '../../electron/platform/storage/json-store.ts'
import type * as log from '../../electron/platform/storage/log.ts'
import { projectRoot } from './project-root.ts'

const root = projectRoot()
type Chunk = Rolldown.OutputChunk

/** Builds the main process as `npm run build` does, in memory and from this file if it is given. */
async function buildMain(input?: string): Promise<Chunk[]> {
  const { config } = await resolveConfig({ root, logLevel: 'error' }, 'build', 'production')
  const rolldownOptions = input ? { input, preserveEntrySignatures: 'strict' as const } : {}
  const changes = { logLevel: 'error' as const, build: { write: false, rolldownOptions } }
  const built = await build(mergeConfig(config!.main!, changes))
  const outputs = [built].flat().flatMap((output) => ('output' in output ? output.output : []))
  return outputs.filter((output) => output.type === 'chunk')
}

/** A file with all that it imports statically. */
function withImports(first: Chunk, chunks: readonly Chunk[]): Chunk[] {
  const files = new Set([first])
  for (const { imports } of files)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) files.add(chunk)
  return [...files]
}

/** The packages in these files, sorted. */
function packagesIn(files: readonly Chunk[]): string[] {
  const ids = files.flatMap(({ moduleIds }) => moduleIds)
  return [...new Set(ids.flatMap((id) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []))].sort()
}

/** The modules of Node for networking that these files require. */
function networkModulesIn(files: readonly Chunk[]): string[] {
  return files.flatMap(
    ({ code }) => code.match(/(?<=["'`](?:node:)?)(https?|http2|tls|net)(?=["'`]\)|")/g) ?? [],
  )
}

describe('the bundle of the main process', () => {
  let chunks: Chunk[] = []
  beforeAll(async () => void (chunks = await buildMain()), 60_000)
  function filesOf(name: string): Chunk[] {
    const first = chunks.find((chunk) => chunk.name === name)
    if (!first) throw new Error(`The bundle has no ${name}`)
    return withImports(first, chunks)
  }

  it('opens the window without any library', () => {
    expect(packagesIn(chunks.filter(({ isEntry }) => isEntry))).toEqual([])
  })

  it('starts the services with these libraries only, without an HTTP client of Node and without the texts of all languages', () => {
    expect(packagesIn(filesOf('app'))).toEqual([
      '@intlify/core-base',
      '@intlify/message-compiler',
      '@intlify/shared',
      'atomically',
      'axios',
      'bowser',
      'conf',
      'dot-prop',
      'electron-log',
      'electron-store',
      'stubborn-fs',
      'stubborn-utils',
      'uint8array-extras',
      'when-exit',
      'zod',
    ])
    expect(networkModulesIn(filesOf('app'))).toEqual([])
    expect(filesOf('app').some(({ code }) => code.includes('Ajustes'))).toBe(false)
  })

  it('speaks D-Bus over a socket, without what reads XML', () => {
    expect(networkModulesIn(filesOf('dist'))).toEqual(['net'])
    const ofServices = packagesIn(filesOf('app'))
    const more = packagesIn(filesOf('dist')).filter((name) => !ofServices.includes(name))
    expect(more).toEqual([
      '@jellybrick/dbus-next',
      'fast-xml-builder',
      'path-expression-matcher',
      'xml-naming',
    ])
  })

  it('is CommonJS throughout, because a script from a code cache cannot import', () => {
    expect(chunks.length).toBeGreaterThan(3)
    for (const { fileName, code } of chunks) {
      expect(fileName).toMatch(/\.cjs$/)
      expect(code).not.toMatch(/\bimport\s*\(|\bimport\.meta\b|^import\b|;import["'{ ]/)
    }
  })

  it('has a hash of its content in the name of each file that can have a code cache', () => {
    const later = chunks.filter(({ isEntry }) => !isEntry)
    for (const { fileName } of later) expect(fileName).toMatch(/^chunks\/\w[\w-]*-[\w-]{8}\.cjs$/)
  })
})

describe('the libraries without what the app does not use', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
  let bundled: Pick<typeof jsonStore, 'openStores'> &
    Pick<typeof log, 'createLog'> & { Store: new (options: object) => unknown }

  beforeAll(async () => {
    const probe = join(root, 'node_modules', '.main-bundle-probe.ts')
    writeFileSync(
      probe,
      `export { default as Store } from 'electron-store'
       export { openStores } from '../electron/platform/storage/json-store.ts'
       export { createLog } from '../electron/platform/storage/log.ts'`,
    )
    const [chunk] = await buildMain(probe).finally(() => rmSync(probe))
    const file = join(folder, 'probe.cjs')
    writeFileSync(file, chunk!.code.replace(/\brequire\("electron"\)/g, '({})'))
    bundled = createRequire(import.meta.url)(file) as typeof bundled
  }, 60_000)
  afterAll(() => rmSync(folder, { recursive: true }))

  it('write and read a file', () => {
    const format = { name: 'rows', schema: z.object({ rows: z.array(z.number()) }) }
    const logged: unknown[] = []
    const log = {
      info: (...line: unknown[]) => logged.push(line),
      warn: (...line: unknown[]) => logged.push(line),
    }
    const open = () => bundled.openStores(join(folder, 'accounts'), log)(format, { rows: [] })
    open().write({ rows: [1, 2] })
    expect(open().read()).toEqual({ rows: [1, 2] })
    open().write({ rows: [3] })
    expect(open().read()).toEqual({ rows: [3] })
    const file = join(folder, 'accounts', 'rows.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ value: { rows: [3] } })
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(logged).toEqual([])
  })

  it('write the log', () => {
    bundled.createLog({ folder: join(folder, 'logs'), verbose: false }).info('app.started', { version: '1' })
    expect(readFileSync(join(folder, 'logs', 'session-desk.log'), 'utf8')).toMatch(/ info app\.started /)
  })

  it.each([
    { schema: {} },
    { migrations: { '1.0.0': () => undefined }, projectVersion: '1.0.0' },
    { projectName: 'app', cwd: '' },
    { watch: true },
  ])('refuse an option that needs what is left out: %o', (options) => {
    const where = { cwd: join(folder, 'refused'), name: `${Object.keys(options)[0]}` }
    expect(() => new bundled.Store({ ...where, ...options })).toThrow(/Not in the bundle/)
  })
})
