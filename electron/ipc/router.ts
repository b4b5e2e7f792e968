import type { IpcMainInvokeEvent } from 'electron'
import type { Failure } from '../shared/failure.ts'
import {
  isRequestName,
  type Payload,
  type RequestName,
  REQUESTS,
  type Requests,
  type RequestResult,
} from '../shared/requests.ts'
import { catchStorageError } from '../core/storage-error.ts'
import type { HandlersOf } from '../core/handlers.ts'
import type { Log } from '../core/ports.ts'
import type { SenderValidator } from './validate-sender.ts'

/** Answers a request of the page; rejects one that is refused. */
export type Router = (event: IpcMainInvokeEvent, name: unknown, payload: unknown) => Promise<unknown>

export interface RouterDependencies {
  isValidSender: SenderValidator
  log: Log
  /** Runs after each request that failed. */
  failed(name: RequestName, failure: Failure): void
}

/** The schema of each request's payload. */
const SCHEMAS: { [N in RequestName]: { payload: { safeParse(raw: unknown): Parsed<Payload<N>> } } } = REQUESTS
type Parsed<T> = { success: true; data: T } | { success: false }

/**
 * Creates the router to the handlers. A request of a foreign sender, with an unknown name or an invalid payload rejects,
 * with a fixed text that repeats nothing of it, and so does one whose handler has a fault, which is logged; what the disk refuses
 * becomes a storage `Failure`.
 */
export function createRouter(
  handlers: HandlersOf<Requests>,
  { isValidSender, log, failed: recordFailure }: RouterDependencies,
): Router {
  async function answer<N extends RequestName>(name: N, raw: unknown): Promise<RequestResult<N>> {
    const payload = SCHEMAS[name].payload.safeParse(raw)
    if (!payload.success) throw new Error('Refused: malformed request')
    try {
      const result = await catchStorageError(() => handlers[name](payload.data))
      if (!result.ok) recordFailure(name, result.failure)
      return result
    } catch (error) {
      // The error's message may contain paths, so it is not logged.
      log.warn('request.failed', { name, error: error instanceof Error ? error.name : 'unknown' })
      throw new Error('Failed: a fault of this app')
    }
  }

  return async (event, name, raw) => {
    if (!isValidSender(event)) throw new Error('Refused: not a sender of this app')
    if (!isRequestName(name)) throw new Error('Refused: not a request of this app')
    return answer(name, raw)
  }
}
