import { hasFailed, type BatchCommand } from '../../../shared/ends.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { SessionIdentity } from '../../../shared/session.ts'
import type { Batch, End } from './end.ts'
import type { Ledger } from './ledger.ts'

/**
 * The batches that make room for a new asking: of those that are over, only what did not succeed is worth keeping, unless it is
 * asked for again.
 */
export function replacedBy(sessions: readonly Pick<End, 'key'>[], ledger: Ledger): Batch[] {
  const batches = ledger.batches()
  const asked = new Set(sessions.map(({ key }) => key))
  const isAllOver = batches.every(ledger.isDone)
  return batches.filter((batch) => {
    const ends = [...batch.ends]
    const isReplaced =
      batch.cause === 'one' && ledger.isDone(batch) && ends.every(({ key }) => asked.has(key))
    return isReplaced || (isAllOver && ends.every(({ state }) => !hasFailed(state.is)))
  })
}

/**
 * Carries out a person's command to a batch, at a moment in ms by the steady clock and epoch ms by the service's clock. Returns whether it
 * fits the phase of the batch. `identityOf` is the identity that a session has by now: whoever retries chooses it anew.
 */
export function control(
  command: BatchCommand,
  batch: Batch,
  ledger: Ledger,
  at: { steady: number; service: number },
  identityOf: (key: number) => SessionIdentity | null,
): boolean {
  const { phase } = batch
  const isDone = ledger.isDone(batch)
  const isStopped = phase === 'paused' || phase === 'asking'

  function enter(next: 'going' | 'paused'): true {
    batch.since = at.service
    ledger.enter(batch, next, at.steady)
    return true
  }

  switch (command) {
    case 'dismiss':
      if (isDone) ledger.remove(batch)
      return isDone
    case 'retry': {
      // One that is ended otherwise meanwhile needs no other end.
      const again = [...batch.ends].filter(({ state, key }) => hasFailed(state.is) && !ledger.find(key))
      if (!isDone || again.length === 0) return false
      for (const end of again) ledger.retry(end, identityOf(end.key) ?? end)
      return enter('going')
    }
    case 'undo': {
      // The end of one session is shown as waiting for the network also if it was cut off while it was going.
      const isUnsent = batch.cause === 'one' && phase === 'going' && ledger.hasWaiting(batch)
      if (isDone || (phase !== 'undoable' && phase !== 'waiting' && !isUnsent)) return false
      // What is left was sent for another asking.
      return ledger.takeBack(batch, 'undo') || enter('going')
    }
    case 'pause':
      return !isDone && phase === 'going' && enter('paused')
    case 'resume':
      return !isDone && isStopped && enter('going')
    case 'cancel':
      if (isDone || (!isStopped && phase !== 'going')) return false
      // Of the end of one session nothing is left to say.
      return ledger.takeBack(batch, batch.cause === 'one' ? 'undo' : 'cancel') || enter('going')
  }
}

/**
 * Takes the end of one session back from the batches that wait, that can be undone, or that are for it alone. `conflict`: it was
 * sent already. `notFound`: there is none. Returns the batches that were taken back whole.
 */
export function takeBackEnd(ledger: Ledger, key: number): Result<readonly Batch[]> {
  const isIt = (end: End): boolean => end.key === key
  const isIts = (batch: Batch): boolean =>
    (batch.cause === 'one' || batch.phase === 'waiting' || batch.phase === 'undoable') &&
    !ledger.isDone(batch) &&
    [...batch.ends].some(isIt)
  const batches = ledger.batches().filter(isIts)
  if (batches.length === 0) return failed({ kind: 'notFound' })
  if (!batches.some((batch) => ledger.waitingOf(batch).some(isIt))) return failed({ kind: 'conflict' })
  return ok(batches.filter((batch) => ledger.takeBack(batch, 'undo', isIt)))
}

/** Takes the unsent ends that `isWanted` refuses out of the batches of rules. */
export function narrowRules(ledger: Ledger, isWanted: (key: number) => boolean): void {
  for (const batch of ledger.batches())
    if (batch.cause === 'rule') ledger.takeBack(batch, 'undo', ({ key }) => !isWanted(key))
}

/**
 * Single ends are sent without further time to undo. The ends of many that have begun stop: those of an account that signs out are
 * paused; before the app quits, what could be undone asks at the next start, because nobody may see its time then.
 */
export function prepareToLeave(ledger: Ledger, isQuitting: boolean): void {
  for (const batch of ledger.batches()) {
    const { cause, phase } = batch
    const isBegun = phase === 'undoable' || phase === 'going'
    if (cause === 'one' && phase === 'undoable') ledger.enter(batch, 'going', 0)
    else if (isQuitting && phase === 'undoable') ledger.interrupt(batch, 'restarted')
    else if (!isQuitting && cause !== 'one' && isBegun && !ledger.isDone(batch))
      ledger.enter(batch, 'paused', 0)
  }
}

/** The ends of one session each that are being sent, or about to be. */
export function singlesUnderWay(ledger: Ledger): readonly End[] {
  const isUnderWay = (batch: Batch): boolean =>
    batch.cause === 'one' && batch.phase === 'going' && !ledger.isDone(batch)
  return ledger.batches().flatMap((batch) => (isUnderWay(batch) ? [...batch.ends] : []))
}
