import type { RevocationUpdate, RevocationItem, RevocationOutcome } from '../../shared/bulk-revocation.ts'
import type { Clock } from '../../core/ports.ts'
import type { Alerts } from './alerts.ts'

/** ms: what many ends came to is written into the history together, as each write is a whole file. */
const BATCH_MS = 5_000

/** Writes into the history what became of sessions that ended together. */
export function createRevocationHistory(
  alerts: Pick<Alerts, 'settled'>,
  bulk: { get(accountId: string): RevocationUpdate },
  clock: Pick<Clock, 'steady'>,
): (news: RevocationUpdate) => void {
  const gathered = new Map<string, { since: number; rows: Map<number, RevocationItem> }>()

  return (news) => {
    // What the last run left is told in part only: the history may lack the other rows.
    const whole = news.revocation?.phase.is === 'interrupted' ? bulk.get(news.accountId) : news
    const { accountId, revocation: ending, rows } = whole
    const known = gathered.get(accountId) ?? {
      since: clock.steady(),
      rows: new Map<number, RevocationItem>(),
    }
    for (const row of rows) if (outcomeOf(row)) known.rows.set(row.sessionId, row)
    gathered.set(accountId, known)
    const goesOn = ending?.phase.is === 'running'
    if (known.rows.size === 0 || (goesOn && clock.steady() - known.since < BATCH_MS)) return
    gathered.delete(accountId)
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

/** What a row has come to; null while it is open, and when it was never sent. */
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
