import type { BulkRevocation, PendingRevocation } from '../../shared/bulk-revocation.ts'
import { timeLeft } from './domain/progress.ts'
import type { RevocationJob } from './revocation-job.ts'

/** Summarizes a bulk revocation for the window: phase, counts and estimated time. */
export function summarize(accountId: string, job: RevocationJob): BulkRevocation {
  const { items, startedAt, sendAt } = job
  const counts = items.counts()
  const left = counts.queued + counts.sent - items.unproven().length
  const phase = job.phase()
  const isMoving = phase.is === 'running' || phase.is === 'waiting'
  const answered = items.total - left - counts.cancelled
  const msLeft = isMoving ? timeLeft({ left, ...job.progress() }) : null
  return { accountId, phase, counts, answered, total: items.total, startedAt, sendAt, msLeft }
}

/** Returns a single revocation as the list shows it; while it waits for a rate limit it can still be undone. */
export function pendingOf(job: RevocationJob, sessionId: number, name: string): PendingRevocation {
  const phase = job.phase()
  const isQueued = job.items.get(sessionId)?.is === 'queued'
  if (phase.is === 'waiting' && isQueued) return { sessionId, name, sendAt: phase.until, phase: 'undoable' }
  return { sessionId, name, sendAt: job.sendAt, phase: phase.is === 'undoable' ? 'undoable' : 'sending' }
}

/** Counts the unfinished items of running and waiting jobs. */
export function remainingCount(jobs: readonly (RevocationJob | null)[]): number {
  const going = jobs.filter((job) => job !== null && ['running', 'waiting'].includes(job.phase().is))
  const open = going.flatMap((job) => job?.items.rows() ?? [])
  return open.filter(({ state }) => state === 'queued' || state === 'sent').length
}
