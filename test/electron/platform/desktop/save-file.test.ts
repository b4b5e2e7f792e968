import { chmodSync, symlinkSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { createSaveFile } from '../../../../electron/platform/desktop/save-file.ts'
import { writeAtomically } from '../../../../electron/platform/storage/write-atomically.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const dialog = vi.hoisted(() => ({ filePath: '' }))

vi.mock('electron', () => ({
  app: { getPath: () => '/home/ana' },
  dialog: { showSaveDialog: async () => ({ canceled: false, filePath: dialog.filePath }) },
}))

const { path, names, read, write, modeOf } = temporaryFolder()

/** Saves what the dialog names so. */
async function save(chosen: string, content = 'new'): Promise<void> {
  dialog.filePath = path(chosen)
  const file = { title: 'Save', name: 'activity.csv', kind: 'CSV table', extension: 'csv', content }
  await createSaveFile(() => [], writeAtomically)(file)
}

it('a saved file can be read by its owner only, also where an older one could be read by all', async () => {
  write('a.csv', 'old')
  chmodSync(path('a.csv'), 0o666)
  await save('a.csv')
  expect([read('a.csv'), modeOf('a.csv'), names()]).toEqual(['new', 0o600, ['a.csv']])
})

it('gets its extension, unless another file has that name', async () => {
  await save('a')
  expect(names()).toEqual(['a.csv'])
  await save('a', 'newer')
  expect([read('a.csv'), read('a')]).toEqual(['new', 'newer'])
  await save('b.txt')
  expect(names()).toEqual(['a', 'a.csv', 'b.txt'])
})

it('is written where a link leads', async () => {
  write('there.csv', 'old')
  symlinkSync(path('there.csv'), path('link.csv'))
  await save('link.csv')
  expect(read('there.csv')).toBe('new')
})
