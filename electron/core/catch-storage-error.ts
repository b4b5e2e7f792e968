import { failed, type Result } from '../shared/result.ts'

/**
 * Returns the result of a call, or a storage `Failure` if the call throws: only disk errors are thrown. Never rejects.
 */
export async function catchStorageError<T>(call: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await call()
  } catch {
    return failed({ kind: 'misconfigured', reason: 'storage' })
  }
}
