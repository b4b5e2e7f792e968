import fs, { mkdirSync, rmSync } from 'node:fs'
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
const history = { name: 'history', schema }
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
      expect(() => files.write('a1', of(2))).toThrow('The disk refused')
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

  it('keep a copy of a damaged file that is written without being read', () => {
    write('files/history-a1.json', '{"rows":[{"id":1},7]}')
    open().write('a1', of(2))
    expect(names('files').map((name) => read(`files/${name}`))).toContain('{"rows":[{"id":1},7]}')
    expect(open().read()).toEqual({ a1: of(2) })
  })

  it('lose their copies with what the person deletes, those of other files stay', () => {
    for (const name of ['history-a1', 'history-a12', 'ledger-a1'])
      write(`files/${name}.unreadable-7.json`, '[')
    write('files/history-a1.unreadable-8.json', '{')
    write('files/history-a1.json', '{"rows":[]}')
    removeCopies(path('files'), 'history', 'a1')
    removeCopies(path('files'), 'history', 'b2')
    expect(names('files')).toEqual([
      'history-a1.json',
      'history-a12.unreadable-7.json',
      'ledger-a1.unreadable-7.json',
    ])
  })

  it('are reported once, until they are damaged again', () => {
    const [log, losses] = [fakeLog(), [] as FileLoss[]]
    const files = accountFilesIn(path('files'), log, (loss) => void losses.push(loss))(history)
    const now = vi.spyOn(Date, 'now').mockReturnValue(7)
    write('files/history-a1.json', '{"rows":[{"id":1},7]}')
    mkdirSync(path('files/history-b2.json'))
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
      fc.record({ rows: fc.jsonValue() }),
      fc.record({ rows: fc.array(fc.oneof(fc.record({ id: fc.nat() }), fc.jsonValue())) }),
    )
    const text = fc.oneof(
      fc.string(),
      anyFile.map((file) => JSON.stringify(file)),
    )
    fc.assert(
      fc.property(text, (content) => {
        rmSync(path('files'), { recursive: true, force: true })
        write('files/history-a1.json', content)
        const files = open()
        const found = files.read()
        expect(names('files').map((name) => read(`files/${name}`))).toContain(content)
        expect(files.readOne('b2')).toBeNull()
        if (found['a1']) expect(schema.parse(found['a1'])).toEqual(found['a1'])
      }),
    )
  })

  it.each(['../x', 'a/b', '', 'a.b'])('accept no id that leads to another folder: %j', (id) => {
    expect(() => open().write(id, of(1))).toThrow()
  })
})
