import fs, { rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { FileLoss } from '../../../../electron/core/ports.ts'
import { accountFilesIn } from '../../../../electron/platform/storage/account-files.ts'
import { removeCopies } from '../../../../electron/platform/storage/set-aside.ts'
import { fakeLog } from '../../fakes.ts'
import { isPosix, temporaryFolder } from '../temporary-folder.ts'

const schema = z.object({ rows: z.array(z.object({ id: z.number() })) })
const history = { name: 'history', schema, migrations: [] }
const { path, names, read, write, modeOf } = temporaryFolder()
const of = (...ids: number[]) => ({ rows: ids.map((id) => ({ id })) })
const open = (log = fakeLog()) => accountFilesIn(path('files'), log)(history)

/** Makes a function of node:fs throw in every module. */
function breakFs(name: 'fsyncSync' | 'renameSync' | 'openSync' | 'copyFileSync' | 'readFileSync'): void {
  vi.spyOn(fs, name).mockImplementationOnce(() => {
    throw new Error('EIO')
  })
  syncBuiltinESMExports()
}
function repairFs(): void {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
}
afterEach(repairFs)

describe('files of accounts', () => {
  it('contain one account each, across a restart, and are deleted with it', () => {
    const files = open()
    expect(files.read()).toEqual({})
    files.write('a1', of(1, 2))
    files.write('b2', of(3))
    files.write('a1', of(1))
    expect(open().read()).toEqual({ a1: of(1), b2: of(3) })
    expect([open().readOne('b2'), open().readOne('c3')]).toEqual([of(3), null])
    expect(names('files')).toEqual(['history-a1.json', 'history-b2.json'])
    files.write('a1', null)
    files.write('a1', null)
    expect(open().read()).toEqual({ b2: of(3) })
  })

  it.runIf(isPosix)('are private, in a folder that is created when it is missing', () => {
    const files = open()
    rmSync(path('files'), { recursive: true, force: true })
    expect(open().read()).toEqual({})
    files.write('a1', of(1))
    expect([modeOf('files'), modeOf('files/history-a1.json')]).toEqual([0o700, 0o600])
  })

  it.each([
    ['lose only a row that cannot be read', '{"rows":[{"id":1},{"id":"x"}]}', { a1: of(1), b2: of(2) }],
    ['lose only the account that cannot be read', '{"rows":[{"id":1}', { b2: of(2) }],
    ['lose only the account that is something else', '[]', { b2: of(2) }],
  ])('%s, and keep the damaged file', (_case, content, left) => {
    open().write('b2', of(2))
    write('files/history-a1.json', content)
    const log = fakeLog()
    expect(open(log).read()).toEqual(left)
    const aside = names('files').filter((name) => name.includes('unreadable'))
    expect(aside.map((name) => read(`files/${name}`))).toEqual([content])
    expect(log.lines).toEqual(['accountFile.setAside {"name":"history","account":"a1"}'])
    // The next write replaces the damaged file; the copy is not read as an account.
    open().write('a1', of(5))
    expect(open().read()).toEqual({ a1: of(5), b2: of(2) })
  })

  it.each(['fsyncSync', 'renameSync', 'openSync'] as const)(
    'keep their content, and leave no temporary file, if %s fails',
    (name) => {
      const files = open()
      files.write('a1', of(1))
      breakFs(name)
      expect(() => files.write('a1', of(2))).toThrow('EIO')
      repairFs()
      expect([open().read(), names('files')]).toEqual([{ a1: of(1) }, ['history-a1.json']])
    },
  )

  it.each(['copyFileSync', 'readFileSync'] as const)(
    'are not overwritten if they could neither be read nor copied aside: %s fails',
    (name) => {
      const content = '{"rows":[{"id":1}'
      write('files/history-a1.json', content)
      breakFs(name)
      const files = open()
      expect(files.read()).toEqual({})
      repairFs()
      expect(() => files.write('a1', of(2))).toThrow('is not overwritten')
      expect(read('files/history-a1.json')).toBe(content)
      files.write('b2', of(3))
      // Removing the account deletes its file too.
      files.write('a1', null)
      files.write('a1', of(4))
      expect(open().read()).toEqual({ a1: of(4), b2: of(3) })
    },
  )

  /** In version 1 the rows were called `list`. */
  const renamed = {
    ...history,
    migrations: [(content: unknown) => ({ rows: (content as { list: unknown }).list })],
  }
  const openNewer = (log = fakeLog()) => accountFilesIn(path('files'), log)(renamed)

  it('are migrated, and stay as they are until the next write', () => {
    const content = '{"list":[{"id":1},{"id":2}]}'
    write('files/history-a1.json', content)
    const log = fakeLog()
    const files = openNewer(log)
    expect([files.read(), files.readOne('a1'), log.lines]).toEqual([{ a1: of(1, 2) }, of(1, 2), []])
    expect(read('files/history-a1.json')).toBe(content)
    breakFs('renameSync')
    expect(() => files.write('a1', of(3))).toThrow('EIO')
    repairFs()
    expect(read('files/history-a1.json')).toBe(content)
    files.write('a1', of(3))
    expect(JSON.parse(read('files/history-a1.json'))).toEqual({ version: 2, ...of(3) })
    expect([openNewer().read(), names('files')]).toEqual([{ a1: of(3) }, ['history-a1.json']])
  })

  it('stay as they are if a migration fails', () => {
    write('files/history-b2.json', '{"list":[]}')
    const fails = (): never => {
      throw new Error('Not what it expects')
    }
    const log = fakeLog()
    const files = accountFilesIn(path('files'), log)({ ...history, migrations: [fails] })
    expect(files.readOne('b2')).toBeNull()
    expect(() => files.write('b2', of(1))).toThrow('is not overwritten')
    expect(read('files/history-b2.json')).toBe('{"list":[]}')
    expect(log.lines).toEqual(['accountFile.notMigrated {"name":"history","account":"b2","version":1}'])
  })

  it('keep a copy of a damaged file that is written without being read', () => {
    write('files/history-a1.json', '{"rows":[{"id":1},7]}')
    open().write('a1', of(2))
    expect(names('files').map((name) => read(`files/${name}`))).toContain('{"rows":[{"id":1},7]}')
    expect(open().read()).toEqual({ a1: of(2) })
  })

  it('lose their copies with what the person deletes, those of other files stay', () => {
    for (const name of ['history-a1', 'history-a12', 'ends-a1']) write(`files/${name}.unreadable-7.json`, '[')
    write('files/history-a1.unreadable-8.json', '{')
    write('files/history-a1.json', '{"rows":[]}')
    removeCopies(path('files'), 'history', 'a1')
    removeCopies(path('files'), 'history', 'b2')
    expect(names('files')).toEqual([
      'ends-a1.unreadable-7.json',
      'history-a1.json',
      'history-a12.unreadable-7.json',
    ])
  })

  it('are reported once, until they are damaged again', () => {
    const [log, losses] = [fakeLog(), [] as FileLoss[]]
    const files = accountFilesIn(path('files'), log, (loss) => void losses.push(loss))(history)
    const now = vi.spyOn(Date, 'now').mockReturnValue(7)
    write('files/history-a1.json', '{"rows":[{"id":1},7]}')
    write('files/history-b2.json', '{"version":9,"rows":[]}')
    for (let times = 0; times < 3; times++) files.read()
    now.mockReturnValue(8)
    expect(losses).toEqual([
      { name: 'history', accountId: 'a1', at: 7, isSetAside: true },
      { name: 'history', accountId: 'b2', at: 7, isSetAside: false },
    ])
    expect(log.lines).toHaveLength(2)
    files.write('a1', of(1))
    write('files/history-a1.json', '[')
    expect([files.readOne('a1'), files.readOne('a1')]).toEqual([null, null])
    expect(losses.slice(2)).toEqual([{ name: 'history', accountId: 'a1', at: 8, isSetAside: true }])
  })

  it('are copied aside once, if two reads of the same content happen in one millisecond', () => {
    const content = '{"rows":[{"id":1},7]}'
    write('files/history-a1.json', content)
    vi.spyOn(Date, 'now').mockReturnValue(7)
    expect(open().read()).toEqual({ a1: of(1) })
    const files = open()
    expect(files.readOne('a1')).toEqual(of(1))
    files.write('a1', of(2))
    expect(names('files')).toEqual(['history-a1.json', 'history-a1.unreadable-7.json'])
    expect(read('files/history-a1.unreadable-7.json')).toBe(content)
    write('files/history-a1.json', '{"rows":[8]}')
    expect(() => open().write('a1', of(3))).toThrow('is not overwritten')
    expect(read('files/history-a1.unreadable-7.json')).toBe(content)
  })

  it('open whatever they contain, and lose no byte of it', () => {
    const anyFile = fc.oneof(
      fc.jsonValue(),
      fc.record({ version: fc.oneof(fc.constantFrom(1, 2, 3), fc.jsonValue()), rows: fc.jsonValue() }),
      fc.record({ rows: fc.array(fc.oneof(fc.record({ id: fc.nat() }), fc.jsonValue())) }),
    )
    const text = fc.oneof(
      fc.string(),
      anyFile.map((file) => JSON.stringify(file)),
    )
    fc.assert(
      fc.property(text, fc.constantFrom(history, renamed), (content, format) => {
        rmSync(path('files'), { recursive: true, force: true })
        write('files/history-a1.json', content)
        const files = accountFilesIn(path('files'), fakeLog())(format)
        const found = files.read()
        expect(names('files').map((name) => read(`files/${name}`))).toContain(content)
        expect(files.readOne('b2')).toBeNull()
        if (found['a1']) expect(schema.parse(found['a1'])).toEqual(found['a1'])
      }),
    )
  })

  it.each(['read', 'readOne', 'write'] as const)(
    'of a newer version are neither read nor written, whether %s comes first; removing the account deletes them',
    (first) => {
      const content = '{"version":3,"rows":[{"id":1}]}'
      write('files/history-a1.json', content)
      const log = fakeLog()
      const files = openNewer(log)
      if (first === 'read') expect(files.read()).toEqual({})
      if (first === 'readOne') expect(files.readOne('a1')).toBeNull()
      expect(() => files.write('a1', of(2))).toThrow('is not overwritten')
      expect([read('files/history-a1.json'), names('files')]).toEqual([content, ['history-a1.json']])
      expect(log.lines).toEqual(['accountFile.newer {"name":"history","account":"a1","version":3}'])
      files.write('b2', of(3))
      files.write('a1', null)
      expect(openNewer().read()).toEqual({ b2: of(3) })
    },
  )

  it.each(['../x', 'a/b', '', 'a.b'])('accept no id that leads to another folder: %j', (id) => {
    expect(() => open().write(id, of(1))).toThrow()
  })
})
