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
export interface Violations {
  readonly all: readonly Violation[]
  add(kind: string, uid: number | null, text: string): void
  /** Whether something about a session was wrong already. */
  isTainted(uid: number): boolean
}

/** Creates an empty collection; `now` is the true time, ms. */
export function createViolations(now: () => number): Violations {
  const all: Violation[] = []
  const tainted = new Set<number>()
  const kinds = new Set<string>()
  return {
    all,
    isTainted: (uid) => tainted.has(uid),
    add(kind, uid, text) {
      if (uid === null ? kinds.has(kind) : tainted.has(uid)) return
      if (uid === null) kinds.add(kind)
      else tainted.add(uid)
      all.push({ kind, uid, at: now(), text })
    },
  }
}
