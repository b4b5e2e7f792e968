import type { BatchCommand } from '../../../electron/shared/ends.ts'
import type { Result } from '../../../electron/shared/result.ts'
import { invoke, type RequestError } from '../../../electron/shared/bridge.ts'
import { useToasts } from '../../lib/toasts.ts'
import type { AccountBatch } from './strip-lines.ts'

/** Sends a person's command to each batch of a line. */
export async function controlEnds(parts: readonly AccountBatch[], command: BatchCommand): Promise<void> {
  await Promise.all(parts.map(async (part) => tellFailure(part.accountId, await sendCommand(part, command))))
}

/** Sends a command to one batch. */
export function sendCommand(
  { accountId, batch }: AccountBatch,
  command: BatchCommand,
): Promise<Result<null, RequestError>> {
  return invoke('ends:control', { accountId, batch: batch.number, command })
}

/** Says why a command failed; a late one shows no error, because the state already changed. */
export function tellFailure(accountId: string, answer: Result<null, RequestError>): void {
  if (answer.ok || answer.failure.kind === 'conflict' || answer.failure.kind === 'notFound') return
  useToasts().add(`revocation ${accountId}`, { kind: 'failed', failure: answer.failure })
}
