import { mayHaveBeenApplied } from '../../shared/failure.ts'
import type { Result } from '../../shared/result.ts'
import type { UnconfirmedSession } from '../../shared/session.ts'
import type { JsonStore, Changed, Clock, Log, NewId } from '../../core/ports.ts'
import type { WorkUnderWay } from '../../core/work-under-way.ts'

/** The stored sessions that may still be signed in; no secret. */
export type UnconfirmedSessionsFile = UnconfirmedSession[]

/** The data that is known before a sign-in or sign-out begins. */
export type SessionFacts = Omit<UnconfirmedSession, 'id' | 'at'>

/** What becomes of a stored session when its work is done. */
export type Fate = 'shown' | 'kept' | 'deleted'

/** Stores the sessions that may still be signed in, until the person dismisses them. */
export interface UnconfirmedSessions {
  /** The sessions to show, oldest first: of several sign-ins with one name at one address, the last one. */
  all(): UnconfirmedSession[]
  /** All of work whose outcome is not known and that is not running, oldest first. */
  stored(): UnconfirmedSession[]
  /** Adds a session; `at` is epoch ms by this computer's clock. */
  add(facts: SessionFacts, at: number): void
  /** Deletes a session, and what it stands for. */
  dismiss(id: string): void
  /**
   * Runs a sign-in or sign-out, and stores its session before. If the app ends meanwhile, `all` has the session from
   * the next start on. So it does if `becomes` returns `kept` for the result; if it returns `shown`, at once. Otherwise the
   * session is deleted.
   */
  during<T>(facts: SessionFacts, work: () => Promise<T>, becomes?: (result: T) => Fate): Promise<T>
}

/** Dependencies; `added` receives each session to show. */
export interface UnconfirmedSessionDependencies {
  store: JsonStore<UnconfirmedSessionsFile>
  work: WorkUnderWay
  added(session: UnconfirmedSession): void
  changed: Changed
  clock: Clock
  newId: NewId
  log: Log
}

/** Older ones are deleted. */
const MAX_SESSIONS = 20

/** Creates the service over its file. Sessions of work that the last run did not finish are in `all`. */
export function createUnconfirmedSessions(dependencies: UnconfirmedSessionDependencies): UnconfirmedSessions {
  const { store, log } = dependencies
  let sessions = store.read()
  /** Those of work that is running, or whose outcome the window showed in this run. */
  const hidden = new Set<string>()

  function write(next: UnconfirmedSession[]): void {
    sessions = next.slice(-MAX_SESSIONS)
    try {
      store.write(sessions)
    } catch {
      // Without the entry, only the explanation of a leftover session is missing.
      log.warn('unconfirmedSession.notSaved')
    }
  }

  function append(facts: SessionFacts, at: number): UnconfirmedSession {
    const session = { ...facts, id: dependencies.newId(), at }
    write([...sessions, session])
    return session
  }

  const remove = (id: string): void => write(sessions.filter((session) => session.id !== id))

  const stored = (): UnconfirmedSession[] => sessions.filter(({ id }) => !hidden.has(id))

  return {
    all: () =>
      stored().filter((session, at, all) => all.findLastIndex((each) => isLike(each, session)) === at),
    stored,
    add(facts, at) {
      dependencies.added(append(facts, at))
      dependencies.changed()
    },
    dismiss(id) {
      const dismissed = sessions.find((session) => session.id === id)
      if (dismissed)
        write(sessions.filter((session) => hidden.has(session.id) || !isLike(session, dismissed)))
      dependencies.changed()
    },
    async during(facts, work, becomes = () => 'deleted') {
      const { id } = append(facts, dependencies.clock.now())
      hidden.add(id)
      let fate: Fate = 'deleted'
      try {
        const result = await dependencies.work.track(work())
        fate = becomes(result)
        return result
      } finally {
        if (fate === 'deleted') remove(id)
        if (fate !== 'kept') hidden.delete(id)
      }
    },
  }
}

/** What becomes of the stored session of a sign-in; the window has shown its outcome. */
export function fateOfSignIn(result: Result<unknown> | null): Fate {
  if (!result || result.ok || result.failure.issuedSession === 'ended') return 'deleted'
  return mayHaveBeenApplied(result.failure) ? 'kept' : 'deleted'
}

/** Whether two sessions have the same traits to look for in a list. */
function isLike(one: UnconfirmedSession, other: UnconfirmedSession): boolean {
  const isOne = one.cause === other.cause && one.baseUrl === other.baseUrl
  return isOne && one.name === other.name && one.deviceName === other.deviceName
}
