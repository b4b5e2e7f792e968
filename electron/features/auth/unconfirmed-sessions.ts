import type { UnconfirmedSession } from '../../shared/session.ts'
import type { JsonStore, Changed, Clock, Log, NewId } from '../../core/ports.ts'
import type { WorkUnderWay } from '../../core/work-under-way.ts'

/** The stored sessions that may still be signed in; no secret. */
export type UnconfirmedSessionsFile = UnconfirmedSession[]

/** The data that is known before a sign-in or sign-out begins. */
export type SessionFacts = Omit<UnconfirmedSession, 'id' | 'at'>

/** Stores the sessions that may still be signed in, until the person dismisses them. */
export interface UnconfirmedSessions {
  /** The sessions to show, oldest first. */
  all(): UnconfirmedSession[]
  /** Adds a session; `at` is epoch ms by this computer's clock. */
  add(facts: SessionFacts, at: number): void
  dismiss(id: string): void
  /**
   * Runs a sign-in or sign-out, and stores its session before. If the app ends meanwhile, `all` has the session from
   * the next start on; if `isOpen` returns true for the result, at once. Otherwise the session is deleted.
   */
  during<T>(facts: SessionFacts, work: () => Promise<T>, isOpen?: (result: T) => boolean): Promise<T>
}

/** Dependencies; `added` receives each session to show. */
export interface UnconfirmedSessionPorts {
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
export function createUnconfirmedSessions(ports: UnconfirmedSessionPorts): UnconfirmedSessions {
  const { store, log } = ports
  let sessions = store.read()
  const running = new Set<string>()

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
    const session = { ...facts, id: ports.newId(), at }
    write([...sessions, session])
    return session
  }

  const remove = (id: string): void => write(sessions.filter((session) => session.id !== id))

  return {
    all: () => sessions.filter(({ id }) => !running.has(id)),
    add(facts, at) {
      ports.added(append(facts, at))
      ports.changed()
    },
    dismiss(id) {
      remove(id)
      ports.changed()
    },
    async during(facts, work, isOpen = () => false) {
      const { id } = append(facts, ports.clock.now())
      running.add(id)
      let isDone = true
      try {
        const result = await ports.work.track(work())
        isDone = !isOpen(result)
        return result
      } finally {
        if (isDone) remove(id)
        running.delete(id)
      }
    },
  }
}
