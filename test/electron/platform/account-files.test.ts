import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { accountFilesIn } from '../../../electron/platform/account-files.ts'
import { fakeLog } from '../fakes.ts'

const shape = z.object({ rows: z.array(z.object({ id: z.number() })) })
let folder = ''

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'desk-account-files-'))))
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  rmSync(folder, { recursive: true, force: true })
})

const of = (...ids: number[]) => ({ rows: ids.map((id) => ({ id })) })
const open = (log = fakeLog()) => accountFilesIn(folder, log)('history', shape)

describe('files of accounts', () => {
  it('contain one account each, across a restart, and are deleted with it', () => {
    const files = open()
    expect(files.read()).toEqual({})
    files.write('a1', of(1, 2))
    files.write('b2', of(3))
    files.write('a1', of(1))
    expect(open().read()).toEqual({ a1: of(1), b2: of(3) })
    expect([open().readOne('b2'), open().readOne('c3')]).toEqual([of(3), null])
    expect(readdirSync(folder).sort()).toEqual(['history-a1.json', 'history-b2.json'])
    files.write('a1', null)
    files.write('a1', null)
    expect(open().read()).toEqual({ b2: of(3) })
  })

  it.runIf(process.platform !== 'win32')(
    'are private, in a folder that is created when it is missing',
    () => {
      const files = open()
      rmSync(folder, { recursive: true })
      expect(open().read()).toEqual({})
      files.write('a1', of(1))
      expect(statSync(folder).mode & 0o777).toBe(0o700)
      expect(statSync(join(folder, 'history-a1.json')).mode & 0o777).toBe(0o600)
    },
  )

  it.each([
    ['lose only a row that cannot be read', '{"rows":[{"id":1},{"id":"x"}]}', { a1: of(1), b2: of(2) }],
    ['lose only the account that cannot be read', '{"rows":[{"id":1}', { b2: of(2) }],
    ['lose only the account that is something else', '[]', { b2: of(2) }],
  ])('%s, and keep the damaged file', (_what, content, left) => {
    open().write('b2', of(2))
    writeFileSync(join(folder, 'history-a1.json'), content)
    const log = fakeLog()
    expect(open(log).read()).toEqual(left)
    const aside = readdirSync(folder).filter((name) => name.includes('unreadable'))
    expect(aside).toHaveLength(1)
    expect(readFileSync(join(folder, aside[0]!), 'utf8')).toBe(content)
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
      vi.spyOn(fs, name).mockImplementation(() => {
        throw new Error('ENOSPC')
      })
      syncBuiltinESMExports()
      expect(() => files.write('a1', of(2))).toThrow('ENOSPC')
      vi.restoreAllMocks()
      syncBuiltinESMExports()
      expect(open().read()).toEqual({ a1: of(1) })
      expect(readdirSync(folder)).toEqual(['history-a1.json'])
    },
  )

  it.each(['copyFileSync', 'readFileSync'] as const)(
    'are not overwritten if they could neither be read nor copied aside: %s fails',
    (name) => {
      const path = join(folder, 'history-a1.json')
      writeFileSync(path, '{"rows":[{"id":1}')
      vi.spyOn(fs, name).mockImplementationOnce(() => {
        throw new Error('EIO')
      })
      syncBuiltinESMExports()
      const files = open()
      expect(files.read()).toEqual({})
      vi.restoreAllMocks()
      syncBuiltinESMExports()
      expect(() => files.write('a1', of(2))).toThrow('could not be copied aside')
      expect(readFileSync(path, 'utf8')).toBe('{"rows":[{"id":1}')
      files.write('b2', of(3))
      // Removing the account deletes its file too.
      files.write('a1', null)
      files.write('a1', of(4))
      expect(open().read()).toEqual({ a1: of(4), b2: of(3) })
    },
  )

  it('accept no id that leads to another folder', () => {
    for (const id of ['../x', 'a/b', '', 'a.b']) expect(() => open().write(id, of(1))).toThrow()
  })
})
