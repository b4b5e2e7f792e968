/** The id in a token `<id>|<secret>`; null if the token has none. */
export function tokenId(token: string): number | null {
  const id = /^(\d{1,15})\|/.exec(token)?.[1]
  return id === undefined ? null : Number(id)
}

/** How much the clocks of one service may differ, ms: that of its `Date` headers and that of its sessions. */
const MAX_CLOCK_DIFFERENCE_MS = 120_000

/** Whether two times, epoch ms by clocks of one service, may be those of one sign-in or renewal. */
export function areTogether(a: number | null, b: number | null): boolean {
  return a !== null && b !== null && Math.abs(a - b) <= MAX_CLOCK_DIFFERENCE_MS
}
