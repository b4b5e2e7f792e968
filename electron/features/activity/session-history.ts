import type { SessionHistory } from '../../shared/activity.ts'
import { isUnnamed } from '../sessions/index.ts'
import type { HistoryRepository } from './history-repository.ts'

/** Returns what the history has of one listed session, newest first; null if it does not have the session. */
export type SessionHistoryReader = (accountId: string, key: number) => SessionHistory | null

/** Creates the reader of a repository. `now` is the service's time, epoch ms: no time is later. */
export function createSessionHistory(
  history: Pick<HistoryRepository, 'of' | 'byKey'>,
  now: (accountId: string) => number,
): SessionHistoryReader {
  return (accountId, key) => {
    const kept = history.of(accountId)
    const session = history.byKey(accountId, key)
    if (!kept || session?.endedAt !== null) return null
    const latest = now(accountId)
    const past = (at: number): number => Math.min(at, latest)
    const entries = kept.entries.filter((entry) => entry.key === key).reverse()
    const names = new Set(
      entries.flatMap(({ name, sessionId: id }) => (name === null || isUnnamed(name, id) ? [] : name)),
    )
    names.delete(session.name)
    return {
      signedInAt: session.signedInAt === null ? null : past(session.signedInAt),
      firstSeenAt: past(session.firstSeenAt),
      isFromStart: session.firstSeenAt <= kept.since,
      formerNames: [...names],
      entries: entries.map(({ at, after, type, actor }) => ({
        ...{ at: past(at), type, actor },
        ...(after === undefined ? {} : { after: past(after) }),
      })),
    }
  }
}
