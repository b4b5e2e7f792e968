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
