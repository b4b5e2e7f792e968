import type { EndingStop } from '../contract/ending.ts'
import type { Result } from '../contract/result.ts'
import { hear, type LedgerState } from '../domain/ledger.ts'
import type { EndingCalls } from './ending-calls.ts'
import { TOKEN_CHANGES, type EndingHold } from './ending-hold.ts'
import type { EndingProof } from './ending-proof.ts'
import type { Sheet } from './ending-sheet.ts'

/** Sends one row at a time, and notes what came back. */
export interface EndingSender {
  onTheirWay(): number
  /** How many were answered for good so far. */
  answered(): number
  /** Resolves when the answer is noted. */
  deliver(sessionId: number): Promise<void>
}

/** What sending works with. */
export interface SenderPorts {
  sheet: Sheet
  calls: EndingCalls
  hold: EndingHold
  proof: EndingProof
  isAlone: boolean
  isDropped(): boolean
  stop(why: EndingStop): void
  changed(): void
  save(): void
}

/** Answers in a row that leave the truth open, after which a list comes before anything more is sent. */
const MOST_DOUBTFUL = 4

/** Makes it. */
export function createEndingSender(ports: SenderPorts): EndingSender {
  const { sheet, calls, hold, proof, isAlone } = ports
  let onTheirWay = 0
  let answered = 0
  let doubtful = 0

  function set(id: number, state: LedgerState): void {
    sheet.set(id, state)
    ports.changed()
  }

  function heard(id: number, deleted: Result<null>): void {
    const what = hear(deleted)
    if (what.is === 'answered') {
      answered++
      doubtful = what.answer.is === 'open' ? doubtful + 1 : 0
      if (doubtful === 0) hold.answered()
      if (doubtful === MOST_DOUBTFUL) {
        proof.isNeeded = true
        doubtful = 0
      }
      return set(id, { is: 'sent', answer: what.answer })
    }
    const { failure } = what
    if (what.is === 'notSent' && (!isAlone || failure.kind === 'rateLimited')) {
      hold.because(failure)
      set(id, { is: 'queued' })
    } else if (failure.kind === 'unauthenticated' && !isAlone && !calls.isSignedIn()) {
      set(id, { is: 'queued' })
      ports.stop('signedOut')
    } else {
      answered++
      set(id, { is: 'failed', failure })
    }
  }

  /** Those that were on their way together wait for one list. */
  function listIsOld(id: number): void {
    if (proof.isNeeded || hold.becauseOfToken()) {
      proof.isNeeded = true
      return set(id, { is: 'queued' })
    }
    answered++
    set(id, { is: 'failed', failure: TOKEN_CHANGES })
  }

  return {
    onTheirWay: () => onTheirWay,
    answered: () => answered,
    async deliver(id) {
      // On the disk before it goes out, so that no restart takes it for one that was never sent.
      if (!sheet.isMarked(id)) ports.save()
      onTheirWay++
      set(id, { is: 'sent', answer: null })
      const deleted = await calls.end(sheet.identity(id))
      onTheirWay--
      if (ports.isDropped()) return
      if (deleted === 'thisDevice') set(id, { is: 'cancelled' })
      else if (deleted === 'anotherSession') set(id, { is: 'alreadyGone' })
      else if (deleted === 'listIsOld') listIsOld(id)
      else heard(id, deleted)
    },
  }
}
