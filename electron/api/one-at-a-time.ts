import type { Fetch } from './fetch-limits.ts'

/** A fetch over connections that nothing else uses, and how all of them are closed. */
export interface IsolatedConnection {
  fetch: Fetch
  close: () => Promise<void>
}

/** Two ways that take turns: one is closed while the other one is used, so that no call has to wait for that. */
export type ConnectionPair = readonly [IsolatedConnection, IsolatedConnection]

/**
 * Lets one call through at a time, in the order they were made, so that closing connections never cuts another call;
 * each goes by the twin that rested, over a connection that was never used.
 */
export function serialized([one, another]: ConnectionPair): Fetch {
  let [next, resting] = [closeAfterUse(one), closeAfterUse(another)]
  let last: Promise<unknown> = Promise.resolve()
  return (url, init) => {
    const turn = last.then(() => {
      ;[next, resting] = [resting, next]
      return resting(url, init)
    })
    last = turn.catch(() => undefined)
    return turn
  }
}

/** A fetch whose connections are closed behind each call; the next one waits for that. */
function closeAfterUse({ fetch, close }: IsolatedConnection): Fetch {
  let closed = Promise.resolve()
  return async (url, init) => {
    // Where it failed it is tried again: nothing is sent over what may still be open.
    await closed.catch(close)
    try {
      return await fetch(url, init)
    } finally {
      closed = close()
      closed.catch(() => undefined)
    }
  }
}

/** Gives each call the lane with the fewest calls, the first of them where they are equal; each lane is one at a time. */
export function leastBusy(lanes: readonly [Fetch, ...Fetch[]]): Fetch {
  const calls = lanes.map(() => 0)
  return async (url, init) => {
    const at = calls.indexOf(Math.min(...calls))
    calls[at] = (calls[at] ?? 0) + 1
    try {
      return await (lanes[at] ?? lanes[0])(url, init)
    } finally {
      calls[at] = (calls[at] ?? 1) - 1
    }
  }
}
