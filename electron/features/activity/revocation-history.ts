import type { EndsUpdate, EndView, ItemStatus, RevocationOutcome } from '../../shared/ends.ts'
import type { Clock } from '../../core/ports.ts'
import type { Alerts } from './alerts.ts'

/** How long outcomes are collected before they are recorded, because each write replaces a whole file. */
const BATCH_MS = 5_000

/** Creates a listener that records the outcomes of the ends of many sessions in the history, some at a time. */
export function createRevocationHistory(
  alerts: Pick<Alerts, 'settled'>,
  bulk: { ofMany(update: EndsUpdate, allIn: readonly 'asking'[]): EndView[] },
  clock: Pick<Clock, 'steady'>,
): (update: EndsUpdate) => void {
  /** The states that updates of this run had, by account and key: what a person cleared must not come back. */
  const states = new Map<string, Map<number, ItemStatus>>()
  const collected = new Map<string, { since: number; rows: Map<number, EndView> }>()

  return (update) => {
    const { accountId, batches, isWhole } = update
    const known = collected.get(accountId) ?? {
      since: clock.steady(),
      rows: new Map<number, EndView>(),
    }
    const before = states.get(accountId)
    const now = new Map(isWhole ? [] : before)
    states.set(accountId, now)
    // The history may lack what the last run left only if that ended in the middle.
    const over = new Set(batches.filter(({ phase }) => phase.kind === 'done').map(({ number }) => number))
    const wasLeft = (row: EndView): boolean => row.batches.every((number) => over.has(number))
    for (const row of bulk.ofMany(update, before ? [] : ['asking'])) {
      const isKnown = before ? before.get(row.key) === row.state : wasLeft(row)
      if (!isKnown && outcomeOf(row)) known.rows.set(row.key, row)
      now.set(row.key, row.state)
    }
    collected.set(accountId, known)
    const isRunning = batches.some(({ phase }) => phase.kind === 'running')
    if (known.rows.size === 0 || (isRunning && clock.steady() - known.since < BATCH_MS)) return
    collected.delete(accountId)
    alerts.settled(
      accountId,
      [...known.rows.values()].flatMap((row) => {
        const outcome = outcomeOf(row)
        return outcome ? [{ key: row.key, name: row.name, outcome }] : []
      }),
    )
  }
}

/** The outcome of a row; null while it is open, or if it was never sent. */
function outcomeOf({ state, failure }: EndView): RevocationOutcome | null {
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
