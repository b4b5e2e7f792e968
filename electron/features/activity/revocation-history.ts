import type { RevocationUpdate, RevocationItem, RevocationOutcome } from '../../shared/bulk-revocation.ts'
import type { Clock } from '../../core/ports.ts'
import type { Alerts } from './alerts.ts'

/** How long outcomes are collected before they are recorded, because each write replaces a whole file. */
const BATCH_MS = 5_000

/** Creates a listener of bulk revocations that records their outcomes in the history, in batches. */
export function createRevocationHistory(
  alerts: Pick<Alerts, 'settled'>,
  bulk: { get(accountId: string): RevocationUpdate },
  clock: Pick<Clock, 'steady'>,
): (update: RevocationUpdate) => void {
  const collected = new Map<string, { since: number; rows: Map<number, RevocationItem> }>()

  return (update) => {
    // An update after a restart may not contain all rows that the history lacks.
    const complete = update.revocation?.phase.is === 'interrupted' ? bulk.get(update.accountId) : update
    const { accountId, revocation, rows } = complete
    const known = collected.get(accountId) ?? {
      since: clock.steady(),
      rows: new Map<number, RevocationItem>(),
    }
    for (const row of rows) if (outcomeOf(row)) known.rows.set(row.sessionId, row)
    collected.set(accountId, known)
    const isRunning = revocation?.phase.is === 'running'
    if (known.rows.size === 0 || (isRunning && clock.steady() - known.since < BATCH_MS)) return
    collected.delete(accountId)
    alerts.settled(
      accountId,
      [...known.rows.values()].flatMap((row) => {
        const outcome = outcomeOf(row)
        return outcome
          ? [{ sessionId: row.sessionId, createdAt: row.createdAt, name: row.name ?? '', outcome }]
          : []
      }),
    )
  }
}

/** The outcome of a row; null while it is open, or if it was never sent. */
function outcomeOf({ state, failure }: RevocationItem): RevocationOutcome | null {
  switch (state) {
    case 'confirmed':
      return { kind: 'ended' }
    case 'alreadyGone':
      return { kind: 'alreadyGone' }
    case 'failed':
    case 'notConfirmed':
      return failure && { kind: state, failure }
    default:
      return null
  }
}
