/** What the pool needs of a session. */
export interface PooledSession {
  /** False once it reaches nothing any more. */
  isAlive(): boolean
  closeAllConnections(): Promise<void>
}

/** A session that one owner uses until it gives it back. */
export interface Lease<S> {
  session: S
  release(): void
}

/**
 * Lends sessions to their users in turn: Electron never frees a session, which costs about 1 MB, so that many accounts
 * need only a few. A session has one owner at a time, who never gets a connection of another.
 */
export interface SessionPool<S> {
  /** Lends the session that this owner had last, with its connections, or another one without any. */
  acquire(owner: string): Promise<Lease<S>>
  /** Closes the connections that an owner left open. */
  closeConnectionsOf(owner: string): Promise<void>
}

interface PoolSlot<S> {
  session: S
  owner: string | null
  isLent: boolean
  /** How often its owner has had it in a row. */
  turns: number
}

/** With fewer, the owner that calls most often would lose its connections to every other one. */
const MIN_SESSIONS = 2

/** Creates the pool; `open` creates a session when all others are in use. */
export function createSessionPool<S extends PooledSession>(open: () => S): SessionPool<S> {
  let entries: PoolSlot<S>[] = []

  function lend(entry: PoolSlot<S>, owner: string): Lease<S> {
    entry.turns = entry.owner === owner ? entry.turns + 1 : 1
    entry.owner = owner
    entry.isLent = true
    return { session: entry.session, release: () => void (entry.isLent = false) }
  }

  function lendNew(owner: string): Lease<S> {
    const entry = { session: open(), owner, isLent: true, turns: 0 }
    entries.push(entry)
    return lend(entry, owner)
  }

  function free(): PoolSlot<S>[] {
    entries = entries.filter(({ session }) => session.isAlive())
    return entries.filter(({ isLent }) => !isLent)
  }

  /** Closes the connections of a free session, which counts as lent from then on; returns whether they are closed. */
  async function clear(entry: PoolSlot<S>): Promise<boolean> {
    entry.isLent = true
    try {
      await entry.session.closeAllConnections()
      entry.owner = null
      return entry.session.isAlive()
    } catch {
      // Its connections may still be open: nobody gets it.
      entries = entries.filter((other) => other !== entry)
      return false
    }
  }

  return {
    async acquire(owner) {
      const candidates = free()
      const own = candidates.find((entry) => entry.owner === owner)
      if (own) return lend(own, owner)
      const next = candidates.toSorted((a, b) => a.turns - b.turns)[0]
      const isUsable = next !== undefined && entries.length >= MIN_SESSIONS && (await clear(next))
      return isUsable ? lend(next, owner) : lendNew(owner)
    },
    async closeConnectionsOf(owner) {
      const own = free().filter((entry) => entry.owner === owner)
      await Promise.all(own.map(async (entry) => void (entry.isLent = !(await clear(entry)))))
    },
  }
}
