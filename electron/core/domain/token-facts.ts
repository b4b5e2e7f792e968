/** The id in a token `<id>|<secret>`; null if the token has none. */
export function tokenId(token: string): number | null {
  const id = /^(\d{1,15})\|/.exec(token)?.[1]
  return id === undefined ? null : Number(id)
}

/**
 * What a token says about its own session: the base URL of its service, the id in it, null if it has none, and when it was issued to this app, epoch ms by the
 * service's clock; null if another run received it.
 */
export interface TokenFacts {
  service: string
  id: number | null
  grantedAt: number | null
}
