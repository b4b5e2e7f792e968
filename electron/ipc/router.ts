import type { IpcMain } from 'electron'
import { REQUEST_NAMES } from '../shared/channels.ts'
import type { Failure } from '../shared/failure.ts'
import type { Answer, RequestName } from '../shared/requests.ts'
import type { Payload } from '../shared/schemas.ts'
import { failed, type Result } from '../shared/result.ts'
import { PAYLOAD_SCHEMAS } from '../shared/schemas.ts'
import type { Log } from '../core/ports.ts'
import type { TrustedSender } from './validate-sender.ts'

/** What answers each request. */
export type Handlers = {
  [N in RequestName]: (payload: Payload<N>) => Answer<N> | Promise<Answer<N>>
}

/** What the router needs of Electron and of the app. */
export interface RouterDependencies {
  ipcMain: Pick<IpcMain, 'handle'>
  isValidSender: TrustedSender
  log: Log
  /** Hears of every request that was answered with a failure. */
  failed(name: RequestName, failure: Failure): void
}

/**
 * Registers every request of the contract. A foreign sender or a payload that its schema refuses rejects, with words
 * that repeat nothing of it; an exception of a handler becomes a `Failure`.
 */
export function registerHandlers(handlers: Handlers, ports: RouterDependencies): void {
  for (const name of REQUEST_NAMES) register(name, handlers, ports)
}

function register(
  name: RequestName,
  handlers: Handlers,
  { ipcMain, isValidSender, log, failed: hears }: RouterDependencies,
): void {
  // One name at a time, the schema's output is the payload of the same name's handler; TypeScript sees only the unions.
  const handle = handlers[name] as (payload: unknown) => Result<unknown> | Promise<Result<unknown>>
  ipcMain.handle(name, async (event, sent: unknown): Promise<unknown> => {
    if (!isValidSender(event)) throw new Error('Refused: not a sender of this app')
    const payload = PAYLOAD_SCHEMAS[name].safeParse(sent)
    if (!payload.success) throw new Error('Refused: malformed request')
    try {
      const answer = await handle(payload.data)
      if (!answer.ok) hears(name, answer.failure)
      return answer
    } catch (error) {
      // What a handler cannot foresee is this computer's disk; its own words may name paths and stay here.
      log.warn('request.failed', { name, error: error instanceof Error ? error.name : 'unknown' })
      const failure = { kind: 'misconfigured', reason: 'storage' } as const
      hears(name, failure)
      return failed(failure)
    }
  })
}
