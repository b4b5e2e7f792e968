/** The part of WHATWG fetch that the app uses; Node's fetch and that of an Electron session both fit. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** A fetch over connections that no other call uses, and a function that closes all of them. */
export interface IsolatedConnection {
  fetch: Fetch
  close: () => Promise<void>
}

/**
 * Two isolated connections that are used in turn: one closes while the other is in use, so that no call waits for a
 * close.
 */
export type ConnectionPair = readonly [IsolatedConnection, IsolatedConnection]

/**
 * Returns a fetch that uses a fresh connection for each call. It sends one call at a time, in the order of the calls,
 * so that closing a connection never interrupts another call.
 */
export function overFreshConnections([first, second]: ConnectionPair): Fetch {
  let [next, current] = [closeAfterUse(first), closeAfterUse(second)]
  let last: Promise<unknown> = Promise.resolve()
  return (url, init) => {
    const turn = last.then(() => {
      ;[next, current] = [current, next]
      return current(url, init)
    })
    last = turn.catch(() => undefined)
    return turn
  }
}

/** Returns a fetch that closes its connections after each call; the next call waits for the close. */
function closeAfterUse({ fetch, close }: IsolatedConnection): Fetch {
  let closed = Promise.resolve()
  return async (url, init) => {
    // Retry a failed close: nothing is sent over a connection that may still be open.
    await closed.catch(close)
    try {
      return await fetch(url, init)
    } finally {
      closed = close()
      closed.catch(() => undefined)
    }
  }
}
