import { useToasts } from '../../lib/toasts.ts'
import { sendCommand, tellFailure } from './control-ends.ts'
import { useRevocations } from './revocations.ts'
import { endsIn, newestUndoable, onlyOf } from './strip-lines.ts'

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
