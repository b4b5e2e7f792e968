import type { TrueSession } from '../world/truth.ts'

/** An untrue sentence, or an act that nobody asked for. `kind` is the name of its cause; `text` is for people. */
export interface Violation {
  kind: string
  /** The number of the session that it is about; null if it is about none. */
  uid: number | null
  /** True ms. */
  at: number
  text: string
}

/** Collects violations: about each session the first one only, because others follow from it. */
export type Violations = ReturnType<typeof createViolations>

/** Creates an empty collection; `now` is the true time, ms. */
export function createViolations(now: () => number) {
  const all: Violation[] = []
  /** The numbers of sessions, and the kinds about none. */
  const known = new Set<number | string>()
  return {
    all,
    /** Adds one about a session, which `text` need not name, or about none. */
    add(kind: string, session: TrueSession | null, text: string) {
      const about = session?.uid ?? kind
      if (known.has(about)) return
      known.add(about)
      const named = session ? `${nameOf(session)}: ${text}` : text
      all.push({ kind, uid: session?.uid ?? null, at: now(), text: named })
    },
  }
}

/** How a story names a session. */
export function nameOf({ name, id, uid }: TrueSession): string {
  return `${name} (session ${id}, no. ${uid})`
}
