import type { AccountEnds } from './account-ends.ts'
import type { Batch } from './domain/ledger.ts'
import { retryState } from './domain/revocation-state.ts'
import { batchesOfMany, endsOfMany, phaseOfMany } from './domain/shown-ends.ts'

/** A person's command to the ending of many sessions; each is valid in some phases only. */
export type RevocationCommand = 'undo' | 'pause' | 'resume' | 'cancel' | 'retry' | 'dismiss'

/**
 * Carries out a command, at `steady`, ms by the steady clock, and `serviceNow`, epoch ms by the service's clock. `fits`: whether
 * it was valid. `undone`: the batches that were taken back whole.
 */
export function controlMany(
  command: RevocationCommand,
  { ledger, runner }: Pick<AccountEnds, 'ledger' | 'runner'>,
  steady: number,
  serviceNow: number,
): { fits: boolean; undone: readonly Batch[] } {
  const many = batchesOfMany(ledger)
  const open = many.filter((batch) => !ledger.isDone(batch))
  const { is } = phaseOfMany(ledger, null)
  const isDone = is === 'done'
  const inPhase = (...phases: Batch['phase'][]): Batch[] => open.filter(({ phase }) => phases.includes(phase))
  const NO: readonly Batch[] = []

  function go(batches: readonly Batch[]): void {
    for (const batch of batches) {
      if (batch.reason === 'tooOld') batch.since = serviceNow
      ledger.enter(batch, 'going', steady)
    }
  }

  function retry(): boolean {
    // One that is ended alone meanwhile needs no other end.
    const failedEnds = endsOfMany(ledger).filter(
      (end) => (end.state.is === 'failed' || end.state.is === 'notConfirmed') && !ledger.find(end),
    )
    if (!isDone || failedEnds.length === 0) return false
    for (const end of failedEnds) ledger.setState(end, retryState(end.state))
    go(many.filter((batch) => !ledger.isDone(batch)))
    runner.beginAnew(true)
    return true
  }

  switch (command) {
    case 'undo': {
      // They are shown together, with one time to undo.
      const undoable = inPhase('undoable')
      const undone = undoable.filter((batch) => ledger.takeBack(batch, 'undo'))
      // What is left of the others was sent for another asking.
      go(undoable.filter(({ ends }) => ends.size > 0))
      return { fits: undoable.length > 0, undone }
    }
    case 'pause': {
      const going = is === 'running' ? inPhase('going') : []
      for (const batch of going) ledger.enter(batch, 'paused', steady)
      return { fits: going.length > 0, undone: NO }
    }
    case 'resume': {
      const stopped = is === 'running' || is === 'undoable' ? [] : inPhase('paused', 'asking')
      go(stopped)
      if (stopped.length > 0) runner.beginAnew(true)
      return { fits: stopped.length > 0, undone: NO }
    }
    case 'cancel': {
      const rest = is === 'undoable' ? [] : inPhase('going', 'paused', 'asking')
      for (const batch of rest) ledger.takeBack(batch, 'cancel')
      go(rest.filter(({ ends }) => ends.size > 0))
      if (rest.length > 0) runner.beginAnew(false)
      return { fits: rest.length > 0, undone: NO }
    }
    case 'retry':
      return { fits: retry(), undone: NO }
    case 'dismiss':
      if (isDone) many.forEach(ledger.remove)
      return { fits: isDone, undone: NO }
  }
}
