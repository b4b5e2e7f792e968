import type { BatchCommand } from '../../shared/ends.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { AccountEnds } from './account-ends.ts'
import type { Batch, End } from './domain/end.ts'
import type { Ledger } from './domain/ledger.ts'
import { isFailure, retryState } from './domain/revocation-state.ts'

/**
 * Carries out a person's command to a batch, at `steady`, ms by the steady clock, and `serviceNow`, epoch ms by the service's
 * clock. Returns whether it fits the phase of the batch.
 */
export function controlBatch(
  command: BatchCommand,
  batch: Batch,
  { ledger, runner }: Pick<AccountEnds, 'ledger' | 'runner'>,
  steady: number,
  serviceNow: number,
): boolean {
  const { phase } = batch
  const isDone = ledger.isDone(batch)
  const isStopped = phase === 'paused' || phase === 'asking'

  function go(): void {
    if (batch.reason === 'tooOld') batch.since = serviceNow
    ledger.enter(batch, 'going', steady)
  }

  function retry(): boolean {
    // One that is ended otherwise meanwhile needs no other end.
    const failedEnds = [...batch.ends].filter((end) => isFailure(end.state) && !ledger.find(end.key))
    if (!isDone || failedEnds.length === 0) return false
    for (const end of failedEnds) ledger.setState(end, retryState(end.state))
    go()
    runner.beginAnew(true)
    return true
  }

  if (command === 'retry') return retry()
  if (command === 'dismiss') {
    if (isDone) ledger.remove(batch)
    return isDone
  }
  if (isDone) return false
  switch (command) {
    case 'undo': {
      // The end of one session is shown as waiting for the network also if it was cut off while it was going.
      const isUnsent = batch.isAlone && phase === 'going' && ledger.hasQueued(batch)
      const fits = phase === 'undoable' || phase === 'waiting' || isUnsent
      // What is left was sent for another asking.
      if (fits && !ledger.takeBack(batch, 'undo')) go()
      return fits
    }
    case 'pause':
      if (phase === 'going') ledger.enter(batch, 'paused', steady)
      return phase === 'going'
    case 'resume':
      if (isStopped) go()
      if (isStopped) runner.beginAnew(true)
      return isStopped
    case 'cancel': {
      const fits = isStopped || phase === 'going'
      if (!fits) return false
      // Of the end of one session nothing is left to say.
      if (!ledger.takeBack(batch, batch.isAlone ? 'undo' : 'cancel')) go()
      runner.beginAnew(false)
      return true
    }
  }
}

/**
 * Takes the end of one session back from the batches that wait, that can be undone, or that are for it alone. `conflict`: it was
 * sent already. `notFound`: there is none. Returns the batches that were taken back whole.
 */
export function takeBackEnd(ledger: Ledger, key: number): Result<readonly Batch[]> {
  const isIt = (end: End): boolean => end.key === key
  const isIts = (batch: Batch): boolean =>
    (batch.isAlone || batch.phase === 'waiting' || batch.phase === 'undoable') &&
    !ledger.isDone(batch) &&
    [...batch.ends].some(isIt)
  const batches = ledger.batches().filter(isIts)
  if (batches.length === 0) return failed({ kind: 'notFound' })
  if (!batches.some((batch) => ledger.queuedOf(batch).some(isIt))) return failed({ kind: 'conflict' })
  return ok(batches.filter((batch) => ledger.takeBack(batch, 'undo', isIt)))
}

/**
 * Takes the unsent ends that `isWanted` refuses out of the batches of rules. `isUndone`: a batch without any left leaves no line.
 * Returns whether there was any, and the batches that were taken back whole.
 */
export function narrowRules(
  ledger: Ledger,
  isWanted: (key: number) => boolean,
  isUndone: boolean,
): { isNarrowed: boolean; undone: readonly Batch[] } {
  const undone: Batch[] = []
  let isNarrowed = false
  for (const batch of ledger.batches()) {
    const queued = ledger.queuedOf(batch)
    const unwanted = new Set(queued.filter((end) => !isWanted(end.key)))
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

/** The ends of one session each that are being sent, or about to be. */
export function aloneUnderWay(ledger: Ledger): readonly End[] {
  const isUnderWay = (batch: Batch): boolean =>
    batch.isAlone && batch.phase === 'going' && !ledger.isDone(batch)
  return ledger.batches().flatMap((batch) => (isUnderWay(batch) ? [...batch.ends] : []))
}
