import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { FILE_FORMATS } from '../../../../electron/core/file-formats.ts'
import { currentVersion } from '../../../../electron/domain/file-version.ts'
import { accountFilesIn } from '../../../../electron/platform/storage/account-files.ts'
import { openStores } from '../../../../electron/platform/storage/json-store.ts'
import { findNewerFiles } from '../../../../electron/platform/storage/newer-files.ts'
import { fakeLog } from '../../fakes.ts'
import { temporaryFolder } from '../temporary-folder.ts'

// In plain Node the electron package is the path of its binary. Without `app` and `ipcMain`, electron-store uses the
// given folder.
vi.hoisted(() => (process.env['ELECTRON_OVERRIDE_DIST_PATH'] = '/nowhere'))

const { path, write } = temporaryFolder()
const find = (): string[] => findNewerFiles(path('accounts'))

describe('findNewerFiles', () => {
  it.each(
    Object.values(FILE_FORMATS).map(({ name, migrations }) => [name, currentVersion(migrations)] as const),
  )('finds a later version of %s, of the app or of an account, and none of its own', (name, version) => {
    for (const file of [`${name}.json`, `${name}-a1.json`]) {
      write(`accounts/${file}`, `{"version":${version},"value":{}}`)
      expect(find()).toEqual([])
      write(`accounts/${file}`, `{\n\t"version": ${version + 1},\n\t"value": {}\n}`)
      expect(find()).toEqual([file])
      write(`accounts/${file}`, '{"value":{}}')
    }
  })

  it('finds one by what the app itself writes, however long it is', () => {
    const long = { name: 'x'.repeat(100_000) }
    const schema = z.object({ name: z.string() })
    const migrations = Array.from({ length: 20 }, () => () => long)
    openStores(path('accounts'), fakeLog())({ name: 'notes', schema, migrations }, long).write(long)
    accountFilesIn(path('accounts'), fakeLog())({ name: 'history', schema, migrations }).write('a1', long)
    expect(find().toSorted()).toEqual(['history-a1.json', 'notes.json'])
  })

  it.each([
    ['is set aside', 'accounts.unreadable-1.json', '{"version":99}'],
    ['it does not know', 'dreams.json', '{"version":99}'],
    ['is damaged', 'accounts.json', '{"vers'],
    ['is empty', 'accounts.json', ''],
    ['has its version elsewhere', 'accounts.json', '{"value":{"version":99}}'],
  ])('leaves a file that %s', (_what, name, content) => {
    write(`accounts/${name}`, content)
    expect(find()).toEqual([])
  })

  it('finds none without a folder', () => {
    expect(find()).toEqual([])
  })
})
