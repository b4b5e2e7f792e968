import type { AwaySummary } from '../../shared/activity.ts'
import { isSameExcept } from '../../shared/fields.ts'
import { awaySince, changesSince } from './domain/away-summary.ts'
import type { History } from './domain/history.ts'
import type { OnAccountForgotten } from '../../core/ports.ts'
import type { HistoryRepository } from './history-repository.ts'

/** Records when the person last viewed each account's list, and summarizes the changes after some time away. */
export interface AwaySummaries {
  /** Call it with each list, after the history was updated: records a view, or updates the summary. */
  listChecked(accountId: string): void
  /** The unacknowledged summaries. */
  all(): AwaySummary[]
  /** Deletes the summary of an account, which the person has read. */
  acknowledge(accountId: string): void
}

/** Dependencies; `now` is the service's time, epoch ms. */
export interface AwaySummaryDependencies {
  history: Pick<HistoryRepository, 'of' | 'recordTime'>
  /** Whether the window shows the list of this account. */
  isShown(accountId: string): boolean
  now(accountId: string): number
  onAccountForgotten: OnAccountForgotten
  /** Runs when the summaries changed. */
  changed(): void
}

/** Creates the service, without summaries. */
export function createAwaySummaries(dependencies: AwaySummaryDependencies): AwaySummaries {
  const { history, isShown, now, changed } = dependencies
  const summaries = new Map<string, AwaySummary>()
  dependencies.onAccountForgotten((accountId) => void summaries.delete(accountId))

  /** Counts the changes since a time, and announces the summary only if it changed. */
  function update(kept: History, accountId: string, since: number): void {
    const before = summaries.get(accountId)
    const summary = { accountId, since, ...changesSince(kept, since) }
    if (before && isSameExcept(before, summary)) return
    summaries.set(accountId, summary)
    changed()
  }

  return {
    listChecked(accountId) {
      const kept = history.of(accountId)
      if (!kept || !isShown(accountId)) return
      const since = summaries.get(accountId)?.since ?? awaySince(kept, now(accountId))
      if (since === null) history.recordTime(accountId, { viewedAt: now(accountId) })
      else update(kept, accountId, since)
    },
    all: () => [...summaries.values()],
    acknowledge(accountId) {
      if (!summaries.delete(accountId)) return
      history.recordTime(accountId, { viewedAt: now(accountId) })
      changed()
    },
  }
}
