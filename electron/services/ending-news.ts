import type { Ending } from '../contract/ending.ts'
import type { PendingEnd } from '../contract/models.ts'
import { timeLeft } from '../domain/ending-pace.ts'
import type { EndingRun } from './ending-run.ts'
import type { Clock } from './ports.ts'

/** The least ms between two pieces of news about one ending. */
const EVERY = 100

/** Sums up the end of many. */
export function summaryOf(accountId: string, run: EndingRun): Ending {
  const { sheet, startedAt, sendAt } = run
  const counts = sheet.counts()
  const left = counts.queued + counts.sent - sheet.unproven().length
  const phase = run.phase()
  const isMoving = phase.is === 'running' || phase.is === 'waiting'
  const answered = sheet.total - left - counts.cancelled
  const msLeft = isMoving ? timeLeft({ left, ...run.pace() }) : null
  return { accountId, phase, counts, answered, total: sheet.total, startedAt, sendAt, msLeft }
}

/** The end of one, as its list shows it: while it waits for the service's leave, it can be undone too. */
export function pendingOf(run: EndingRun, sessionId: number, name: string): PendingEnd {
  const phase = run.phase()
  const isQueued = run.sheet.get(sessionId)?.is === 'queued'
  if (phase.is === 'waiting' && isQueued) return { sessionId, name, sendAt: phase.until, phase: 'undoable' }
  return { sessionId, name, sendAt: run.sendAt, phase: phase.is === 'undoable' ? 'undoable' : 'sending' }
}

/** Lets the first piece of news through at once and later ones together, and never loses the last. */
export function throttled(clock: Clock, tell: () => void): () => void {
  let isWaiting = false
  let isMore = false
  function wait(): void {
    isWaiting = true
    clock.after(EVERY, () => {
      isWaiting = false
      if (!isMore) return
      isMore = false
      tell()
      wait()
    })
  }
  return () => {
    if (isWaiting) {
      isMore = true
      return
    }
    tell()
    wait()
  }
}
