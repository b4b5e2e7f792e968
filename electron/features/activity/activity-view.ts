import type { Activity, ObservedSession, ShownEntry } from '../../shared/activity.ts'
import type { LastUse } from '../../shared/last-use.ts'
import type { StoredEntry } from './domain/history.ts'
import { factsOf } from '../../domain/api-session.ts'
import type { SessionPresenter } from '../sessions/index.ts'
import type { HistoryRepository } from './history-repository.ts'

/** Builds the activity of an account for its page, newest first. Times are epoch ms by the service's clock. */
export type ActivityView = (accountId: string) => Activity

/** Dependencies of the view. `now` is the service's time, epoch ms; `isLoaded`: a list arrived in this run. */
export interface ActivityViewDependencies {
  history: Pick<HistoryRepository, 'of' | 'byKey'>
  now(accountId: string): number
  isLoaded(accountId: string): boolean
  nameOf: SessionPresenter['nameOf']
}

/** Creates a view of the repository. */
export function createActivityView({
  history,
  now,
  isLoaded,
  nameOf,
}: ActivityViewDependencies): ActivityView {
  /** Finds the session of an entry, and returns its name, or else the name in the entry, and whether it is listed. */
  function sessionIn(accountId: string, entry: StoredEntry): Pick<ShownEntry, 'name' | 'isListed'> {
    const { sessionId: id, name, key } = entry
    if (name === null) return { name }
    const session = key === null ? null : history.byKey(accountId, key)
    return {
      name: nameOf(accountId, session ?? { key, id, name }),
      ...(session?.endedAt === null && entry.type !== 'ended' ? { isListed: true } : {}),
    }
  }

  return (accountId) => {
    const { since, sessions, entries } = history.of(accountId) ?? { since: null, sessions: [], entries: [] }
    const current = now(accountId)
    // Before the first list of this run, this computer's clock may be behind the stored times.
    const latest = isLoaded(accountId) ? current : Math.max(current, ...entries.slice(-1).map(({ at }) => at))
    const past = (at: number): number => Math.min(at, latest)
    const pastOrNull = (at: number | null): number | null => (at === null ? null : past(at))
    const pastUse = (use: LastUse): LastUse => (use === 'unknown' ? use : pastOrNull(use))
    return {
      accountId,
      since: pastOrNull(since),
      now: latest,
      sessions: sessions
        .map((session): ObservedSession => ({
          ...factsOf(session),
          key: session.key,
          name: nameOf(accountId, session),
          endedBy: session.endedBy,
          firstSeenAt: past(session.firstSeenAt),
          createdAt: pastOrNull(session.signedInAt),
          endedAt: pastOrNull(session.endedAt),
          ...(session.endedAfter === undefined ? {} : { endedAfter: past(session.endedAfter) }),
          lastUsedAt: pastUse(session.lastUsedAt),
        }))
        .toSorted((a, b) => (b.createdAt ?? b.firstSeenAt) - (a.createdAt ?? a.firstSeenAt) || b.id - a.id),
      entries: entries
        .map((entry): ShownEntry => ({
          ...entry,
          ...sessionIn(accountId, entry),
          at: past(entry.at),
          ...(entry.after === undefined ? {} : { after: past(entry.after) }),
        }))
        .reverse(),
    }
  }
}
