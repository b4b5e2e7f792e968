import type { BatchCommand } from '../../../electron/shared/ends.ts'
import type { Result } from '../../../electron/shared/result.ts'
import { invoke, type RequestError } from '../../../electron/shared/bridge.ts'
import { useToasts } from '../../lib/toasts.ts'
import { endsIn, newestUndoable, onlyOf, type AccountBatch } from './ends-lines.ts'
import { useRevocations } from './revocations.ts'

/** Sends a person's command to each batch of a line. */
export async function controlEnds(parts: readonly AccountBatch[], command: BatchCommand): Promise<void> {
  await Promise.all(parts.map(async (part) => tellFailure(part.accountId, await sendCommand(part, command))))
}

function sendCommand(
  { accountId, batch }: AccountBatch,
  command: BatchCommand,
): Promise<Result<null, RequestError>> {
  return invoke('ends:control', { accountId, batch: batch.number, command })
}

/** Says why a command failed; a late one shows no error, because the state already changed. */
function tellFailure(accountId: string, answer: Result<null, RequestError>): void {
  if (answer.ok || answer.failure.kind === 'conflict' || answer.failure.kind === 'notFound') return
  useToasts().add(`revocation ${accountId}`, { kind: 'failed', failure: answer.failure })
}

/** Undoes the newest plan that can be undone, and says what stays signed in. */
export async function undoNewestPlan(): Promise<void> {
  const revocations = useRevocations()
  const toasts = useToasts()
  const parts = newestUndoable(revocations.batches)
  const undone = await Promise.all(
    parts.map(async (part) => {
      const ends = endsIn(revocations.shown, part)
      // What another batch asks for too is ended all the same.
      const freed = ends.filter((end) => end.batches.length === 1)
      return { accountId: part.accountId, ends, freed, answer: await sendCommand(part, 'undo') }
    }),
  )
  const only = onlyOf(parts) && undone[0]
  if (only) {
    const { accountId, ends, freed, answer } = only
    for (const end of answer.ok ? freed : ends) revocations.tellUndone(accountId, end, answer)
    return
  }
  for (const { accountId, answer } of undone) tellFailure(accountId, answer)
  const accepted = undone.filter(({ answer }) => answer.ok)
  const n = accepted.reduce((sum, { freed }) => sum + freed.length, 0)
  if (n > 0) toasts.add(`revocation ${accepted[0]?.accountId}`, { kind: 'allUndone', n })
}
