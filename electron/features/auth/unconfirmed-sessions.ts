import type { UnconfirmedSession } from '../../shared/session.ts'
import type { JsonStore, Changed, Clock, Log, NewId } from '../../core/ports.ts'
import type { WorkUnderWay } from '../../core/work-under-way.ts'

/** What is kept about sessions that may still be signed in; no secret. */
export type UnconfirmedSessionsFile = UnconfirmedSession[]

/** What is known of a session before anything is: the rest of an `UnconfirmedSession`. */
export type SessionFacts = Omit<UnconfirmedSession, 'id' | 'at'>

/** Remembers, over a restart too, the sessions of which nobody knows whether they are signed in, until people have read it. */
export interface UnconfirmedSessions {
  /** Those that people are to be told of, the oldest first. */
  all(): UnconfirmedSession[]
  /** Adds one; `at` is epoch ms by this computer's clock. */
  add(facts: SessionFacts, at: number): void
  dismiss(id: string): void
  /**
   * Does work that signs in or out. The session is one of `all()` at the next start if the app ends before the work does,
   * or if `isOpen` says so of its result.
   */
  during<T>(facts: SessionFacts, work: () => Promise<T>, isOpen?: (result: T) => boolean): Promise<T>
}

/** What it works with; `added` hears of each one that people are to be told of. */
export interface UnconfirmedSessionPorts {
  store: JsonStore<UnconfirmedSessionsFile>
  work: WorkUnderWay
  added(session: UnconfirmedSession): void
  changed: Changed
  clock: Clock
  newId: NewId
  log: Log
}

/** More than anybody reads. */
const MAX_SESSIONS = 20

/** Makes it over its file. What the last run left under way is to be told. */
export function createUnconfirmedSessions(ports: UnconfirmedSessionPorts): UnconfirmedSessions {
  const { store, log } = ports
  let sessions = store.read()
  const underWay = new Set<string>()

  function keep(next: UnconfirmedSession[]): void {
    sessions = next.slice(-MAX_SESSIONS)
    try {
      store.write(sessions)
    } catch {
      // A sign-in or a sign-out goes on without: this would only explain what may be left of it.
      log.warn('unconfirmedSession.notSaved')
    }
  }

  function append(facts: SessionFacts, at: number): UnconfirmedSession {
    const session = { ...facts, id: ports.newId(), at }
    keep([...sessions, session])
    return session
  }

  const remove = (id: string): void => keep(sessions.filter((session) => session.id !== id))

  return {
    all: () => sessions.filter(({ id }) => !underWay.has(id)),
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
      underWay.add(id)
      let goes = true
      try {
        const result = await ports.work.track(work())
        goes = !isOpen(result)
        return result
      } finally {
        if (goes) remove(id)
        underWay.delete(id)
      }
    },
  }
}
