import type { AccountEnds } from './account-ends.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import type { Batch, End } from './domain/end.ts'
import type { Ledger } from './domain/ledger.ts'
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

/** Takes the end of one session back; `conflict` if it was sent already, `notFound` if there is none. */
export function takeBackSingle(ledger: Ledger, sessionId: number): Result<null> {
  const isIts = ({ isAlone, phase, ends }: Batch): boolean =>
    (isAlone || phase === 'waiting') && [...ends].some(({ id }) => id === sessionId)
  const isQueued = ({ id, state }: End): boolean => id === sessionId && state.is === 'queued'
  const batches = ledger.batches().filter(isIts)
  if (batches.length === 0) return failed({ kind: 'notFound' })
  if (!batches.some(({ ends }) => [...ends].some(isQueued))) return failed({ kind: 'conflict' })
  for (const batch of batches) ledger.takeBack(batch, 'undo', isQueued)
  return ok(null)
}

/**
 * Takes the unsent ends that `isWanted` refuses out of the batches of rules. `isUndone`: a batch without any left leaves no line.
 * Returns whether there was any, and the batches that were taken back whole.
 */
export function narrowRules(
  ledger: Ledger,
  isWanted: (session: SessionIdentity) => boolean,
  isUndone: boolean,
): { isNarrowed: boolean; undone: readonly Batch[] } {
  const undone: Batch[] = []
  let isNarrowed = false
  for (const batch of ledger.batches()) {
    const queued = ledger.queuedOf(batch)
    const unwanted = new Set(queued.filter((end) => !isWanted(end)))
    if (batch.cause !== 'rule' || unwanted.size === 0) continue
    isNarrowed = true
    const isAll = isUndone && batch.phase === 'undoable' && unwanted.size === queued.length
    ledger.takeBack(batch, isAll ? 'undo' : 'cancel', (end) => unwanted.has(end))
    if (!isAll) continue
    // Nothing was sent of it, so that nobody needs its line.
    ledger.remove(batch)
    undone.push(batch)
  }
  return { isNarrowed, undone }
}

/**
 * Single ends are sent without further time to undo. The ends of many stop: those of an account that signs out are paused; before
 * the app quits, what could be undone asks at the next start, because nobody may see its time then.
 */
export function prepareToLeave(ledger: Ledger, isQuitting: boolean): void {
  for (const batch of ledger.batches()) {
    const { isAlone, phase } = batch
    if (isAlone && phase === 'undoable') ledger.enter(batch, 'going', 0)
    else if (isQuitting && phase === 'undoable') ledger.interrupt(batch, 'restarted')
    else if (!isQuitting && !isAlone && phase === 'going' && !ledger.isDone(batch))
      ledger.enter(batch, 'paused', 0)
  }
}
