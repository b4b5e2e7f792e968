import type { IpcMain } from 'electron'
import { REQUEST_NAMES } from '../shared/channels.ts'
import type { Failure } from '../shared/failure.ts'
import type { ResponseOf, RequestName } from '../shared/requests.ts'
import type { Payload } from '../shared/schemas.ts'
import { failed, type Result } from '../shared/result.ts'
import { PAYLOAD_SCHEMAS } from '../shared/schemas.ts'
import type { Log } from '../core/ports.ts'
import type { SenderValidator } from './validate-sender.ts'

/** The handler of each request. */
export type Handlers = {
  [N in RequestName]: (payload: Payload<N>) => ResponseOf<N> | Promise<ResponseOf<N>>
}

/** Dependencies of the router. */
export interface RouterDependencies {
  ipcMain: Pick<IpcMain, 'handle'>
  isValidSender: SenderValidator
  log: Log
  /** Runs after each request that failed. */
  failed(name: RequestName, failure: Failure): void
}

/**
 * Registers a handler for every request. A request of a foreign sender or with an invalid payload rejects, with a fixed
 * text that repeats nothing of it; an exception of a handler becomes a storage `Failure`.
 */
export function registerHandlers(handlers: Handlers, ports: RouterDependencies): void {
  for (const name of REQUEST_NAMES) register(name, handlers, ports)
}

function register(
  name: RequestName,
  handlers: Handlers,
  { ipcMain, isValidSender, log, failed: recordFailure }: RouterDependencies,
): void {
  // For one name, the schema's output matches the handler's payload; TypeScript sees only the unions.
  const handle = handlers[name] as (payload: unknown) => Result<unknown> | Promise<Result<unknown>>
  ipcMain.handle(name, async (event, raw: unknown): Promise<unknown> => {
    if (!isValidSender(event)) throw new Error('Refused: not a sender of this app')
    const payload = PAYLOAD_SCHEMAS[name].safeParse(raw)
    if (!payload.success) throw new Error('Refused: malformed request')
    try {
      const result = await handle(payload.data)
      if (!result.ok) recordFailure(name, result.failure)
      return result
    } catch (error) {
      // Handlers throw only on disk errors. The error's message may contain paths, so it is not logged.
      log.warn('request.failed', { name, error: error instanceof Error ? error.name : 'unknown' })
      const failure = { kind: 'misconfigured', reason: 'storage' } as const
      recordFailure(name, failure)
      return failed(failure)
    }
  })
}
