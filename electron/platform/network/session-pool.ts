/** A session as the pool uses it. */
export interface PooledSession {
  /** False once the session reaches nothing any more. */
  isAlive(): boolean
  closeAllConnections(): Promise<void>
}

/** A session that one owner uses until its release. */
export interface Lease<S> {
  session: S
  release(): void
}

/**
 * Shares a few sessions between many accounts: Electron never frees a session, and each takes about 1 MB. A session has
 * one owner at a time, and no owner gets a connection of another.
 */
export interface SessionPool<S> {
  /** Returns the session that this owner had last, with its connections, or another one without connections. */
  acquire(owner: string): Promise<Lease<S>>
  /** Closes the connections in the released session of an owner. */
  closeConnectionsOf(owner: string): Promise<void>
}

interface PoolSlot<S> {
  session: S
  owner: string | null
  isLent: boolean
  /** How often its owner acquired it in a row. */
  turns: number
}

/** With fewer sessions, the owner that calls most often would lose its connections to every other one. */
const MIN_SESSIONS = 2

/** Creates the pool; `open` creates a session if no free one can be used. */
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

  /** Closes the connections of a free session and marks it as lent; returns whether it can be used. */
  async function clear(entry: PoolSlot<S>): Promise<boolean> {
    entry.isLent = true
    try {
      await entry.session.closeAllConnections()
      entry.owner = null
      return entry.session.isAlive()
    } catch {
      // Its connections may still be open, so it is not used again.
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
