import { failed, type Result } from '../shared/result.ts'

/** The disk, or the keyring behind it, refuses. Only this becomes a storage `Failure`; any other error is a fault of the app. */
export class StorageError extends Error {
  override name = 'StorageError'
}

/** Returns what `work` returns; what it throws comes from the disk. */
export function onDisk<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw new StorageError('The disk refused', { cause })
  }
}

/** Returns the result of a call, or a storage `Failure` if the disk refuses. Rejects on a fault of the app. */
export async function catchStorageError<T>(call: () => Result<T> | Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    return failed({ kind: 'misconfigured', reason: 'storage' })
  }
}
