import { expect, it } from 'vitest'
import { catchStorageError } from '../../../electron/core/catch-storage-error.ts'
import { failed, ok } from '../../../electron/shared/result.ts'

it('a call that throws is a storage failure, and any other result is passed on', async () => {
  expect(await catchStorageError(async () => ok(5))).toEqual(ok(5))
  const throws = () => Promise.reject(new Error('ENOSPC'))
  expect(await catchStorageError(throws)).toEqual(failed({ kind: 'misconfigured', reason: 'storage' }))
})
