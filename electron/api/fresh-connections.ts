/** The part of WHATWG fetch that the app uses; Node's fetch and that of an Electron session both fit. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** A fetch over connections that no other call uses, and a function that closes all of them. */
export interface IsolatedConnection {
  fetch: Fetch
  close: () => Promise<void>
}

/**
 * Two isolated connections that alternate: one closes while the other is in use, so that no call waits for the closing.
 */
export type ConnectionPair = readonly [IsolatedConnection, IsolatedConnection]

/**
 * Returns a fetch that uses a fresh connection for each call. It sends one call at a time, in the order they were made,
 * so that closing a connection never cuts another call.
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

/** A fetch whose connections are closed after each call; the next call waits until they are. */
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
