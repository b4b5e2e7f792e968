/** The id in a token `<id>|<secret>`; null if the token has none. */
export function tokenId(token: string): number | null {
  const id = /^(\d{1,15})\|/.exec(token)?.[1]
  return id === undefined ? null : Number(id)
}

/** How much the clocks of one service may differ, ms: that of its `Date` headers and that of its sessions. */
export const MAX_CLOCK_DIFFERENCE_MS = 120_000

/** Whether two times, epoch ms by clocks of one service, may be those of one sign-in or renewal. */
export function areTogether(a: number | null, b: number | null): boolean {
  return a !== null && b !== null && Math.abs(a - b) <= MAX_CLOCK_DIFFERENCE_MS
}

/** The request that issued a token to this app. */
export type TokenOrigin = 'signIn' | 'renewal'

/** What a token says about its own session. */
export interface TokenFacts {
  /** The base URL of its service. */
  service: string
  /** The id in it; null if it has none. */
  id: number | null
  /** When this app received it, epoch ms by the service's clock; null if another run did. */
  grantedAt: number | null
  /** The request that issued it; null if another run received it. */
  origin: TokenOrigin | null
  /** The name that its session should have; null if unknown, or if a renewal issued it. */
  deviceName: string | null
}
