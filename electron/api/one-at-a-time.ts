import type { Fetch } from './fetch-limits.ts'

/** Lets one call through at a time, in the order they were made, so that closing connections never cuts another call. */
export function oneAtATime(fetch: Fetch): Fetch {
  let last: Promise<unknown> = Promise.resolve()
  return (url, init) => {
    const turn = last.then(() => fetch(url, init))
    last = turn.catch(() => undefined)
    return turn
  }
}

/** Gives each call the lane with the fewest calls, the first of them where they are equal; each lane is one at a time. */
export function sideBySide(lanes: readonly [Fetch, ...Fetch[]]): Fetch {
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
