import { failed, type Result } from '../shared/result.ts'

/**
 * The result of a call, or a `Failure` when it threw: what a service cannot foresee is this computer's disk, and state
 * that waits for an answer must not wait for ever because of it.
 */
export async function catchStorageError<T>(call: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await call()
  } catch {
    return failed({ kind: 'misconfigured', reason: 'storage' })
  }
}
