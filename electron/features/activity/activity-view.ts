import type { Activity, ObservedSession, ShownEntry } from '../../shared/activity.ts'
import type { LastUse } from '../../shared/last-use.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import type { History, StoredEntry } from './domain/history.ts'
import { factsOf, isSameSession, type ApiSession } from '../../domain/api-session.ts'
import type { HistoryRepository } from './history-repository.ts'

/**
 * Builds the activity of an account for its page, newest first; `live` is the latest list. Times are epoch ms by the
 * service's clock.
 */
export type ActivityView = (accountId: string, live: readonly ApiSession[]) => Activity

/** Dependencies of the view. `now` is the service's time, epoch ms; `isLoaded`: a list arrived in this run. */
export interface ActivityViewDependencies {
  history: Pick<HistoryRepository, 'of' | 'sessionOf'>
  now(accountId: string): number
  isLoaded(accountId: string): boolean
  /** The display name of a session by its service name; an unknown session has the id -1. */
  nameOf(
    accountId: string,
    session: SessionIdentity & { name: string; number: number; entryId?: number | null },
  ): string
}

/** Creates a view of the repository. */
export function createActivityView({
  history,
  now,
  isLoaded,
  nameOf,
}: ActivityViewDependencies): ActivityView {
  /**
   * Finds the session of an entry, and returns its name, or else the name in the entry, and its current id while it is
   * listed.
   */
  function sessionIn(
    accountId: string,
    kept: History,
    entry: StoredEntry,
  ): Pick<ShownEntry, 'name' | 'listedId'> {
    const { name, number } = entry
    if (name === null) return { name }
    const session = history.sessionOf(kept, entry)
    return {
      name: nameOf(
        accountId,
        session ?? { id: -1, createdAt: null, name, number: number ?? 1, entryId: entry.sessionId },
      ),
      ...(session?.endedAt === null && entry.type !== 'ended' ? { listedId: session.id } : {}),
    }
  }

  return (accountId, live) => {
    const kept = history.of(accountId)
    const { since, sessions, entries } = kept ?? { since: null, sessions: [], entries: [] }
    const current = now(accountId)
    // Before the first list of this run, this computer's clock may be behind the stored times.
    const latest = isLoaded(accountId) ? current : Math.max(current, ...entries.slice(-1).map(({ at }) => at))
    const past = (at: number): number => Math.min(at, latest)
    const pastOrNull = (at: number | null): number | null => (at === null ? null : past(at))
    const pastUse = (use: LastUse): LastUse => (use === 'unknown' ? use : pastOrNull(use))
    const listed = new Map(live.map((session) => [session.id, session]))
    /** The last use by the latest list, unless the id is another session's by now. */
    const lastUseOf = (session: History['sessions'][number]): LastUse => {
      const live = listed.get(session.id)
      return live && session.endedAt === null && isSameSession(live, session)
        ? live.lastUsedAt
        : session.lastUsedAt
    }
    return {
      accountId,
      since: pastOrNull(since),
      now: latest,
      sessions: sessions
        .map((session): ObservedSession => ({
          ...factsOf(session),
          name: nameOf(accountId, session),
          endedBy: session.endedBy,
          firstSeenAt: past(session.firstSeenAt),
          createdAt: pastOrNull(session.signedInAt),
          endedAt: pastOrNull(session.endedAt),
          ...(session.endedAfter === undefined ? {} : { endedAfter: past(session.endedAfter) }),
          lastUsedAt: pastUse(lastUseOf(session)),
        }))
        .toSorted((a, b) => (b.createdAt ?? b.firstSeenAt) - (a.createdAt ?? a.firstSeenAt) || b.id - a.id),
      entries: entries
        .map(({ number, key, ...entry }): ShownEntry => ({
          ...entry,
          ...(kept && sessionIn(accountId, kept, { ...entry, number, key })),
          at: past(entry.at),
          ...(entry.after === undefined ? {} : { after: past(entry.after) }),
        }))
        .reverse(),
    }
  }
}
