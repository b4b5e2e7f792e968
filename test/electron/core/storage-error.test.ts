import { expect, it } from 'vitest'
import { catchStorageError, onDisk } from '../../../electron/core/storage-error.ts'
import { failed, ok } from '../../../electron/shared/result.ts'

const refuse = (): never => {
  throw new Error('ENOSPC')
}

it('what the disk refuses is a storage failure, and a result is passed on', async () => {
  expect(await catchStorageError(async () => ok(onDisk(() => 5)))).toEqual(ok(5))
  const refused = await catchStorageError(async () => onDisk(refuse))
  expect(refused).toEqual(failed({ kind: 'misconfigured', reason: 'storage' }))
})

it('a fault of the app is none of the disk', async () => {
  await expect(catchStorageError(() => Promise.reject(new TypeError('x is undefined')))).rejects.toThrow(
    TypeError,
  )
})
