import type { Account } from '../../shared/account.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import { parseGrant, type Grant } from '../../api/parse-responses.ts'
import { tokenId, type TokenFacts, type TokenOrigin } from '../../core/domain/token-facts.ts'
import type { RequestObserver } from '../../api/transport.ts'

/**
 * Records the tokens that were issued to this app in this run, by the ids of their sessions: these sessions raise no
 * alerts.
 */
export interface TokenOrigins {
  /** Records the tokens that a transport receives, before any caller gets them. */
  observe: RequestObserver
  /** Notes that a list showed these sessions: a token has one of them, and a later one with its id is another. */
  listed(baseUrl: string, sessions: readonly SessionIdentity[]): void
  /**
   * The origin of a session's token; null if it is unknown, or if the session is newer than the token or than its listed session:
   * a reused id.
   */
  originOf(baseUrl: string, session: SessionIdentity): TokenOrigin | null
  /** What a token of an account says about its own session; null for an API token, which has none. */
  describe(account: Account | null, token: string): TokenFacts | null
  /**
   * Whether a request for a token is pending: a list may then contain a session of this app that is not recorded yet.
   */
  hasPendingGrant(baseUrl: string): boolean
}

const ORIGINS: Readonly<Record<string, TokenOrigin>> = {
  '/auth/login': 'signIn',
  '/auth/two-factor': 'signIn',
  '/auth/register': 'signIn',
  '/auth/refresh': 'renewal',
}

/**
 * A token that was issued to this app; `at` is epoch ms by the service's clock. `createdAt` is when its session began, once a
 * list showed it.
 */
interface OwnGrant {
  origin: TokenOrigin
  at: number
  createdAt: number | null
}

/** How much the clocks of one service may differ: the clock of its `Date` headers and that of its sessions. */
const MAX_CLOCK_DIFFERENCE_MS = 120_000

/** Creates the record; `onIdle` runs when no request for a token is pending at a base URL any more. */
export function createTokenOrigins(onIdle: (baseUrl: string) => void): TokenOrigins {
  const grants = new Map<string, Map<number, OwnGrant>>()
  const pending = new Map<string, number>()

  function count(baseUrl: string, step: 1 | -1): void {
    const now = (pending.get(baseUrl) ?? 0) + step
    pending.set(baseUrl, now)
    if (now === 0) onIdle(baseUrl)
  }

  function record(baseUrl: string, { token, issuedAt }: Grant, origin: TokenOrigin): void {
    const id = tokenId(token)
    const known = grants.get(baseUrl) ?? new Map<number, OwnGrant>()
    if (id !== null) grants.set(baseUrl, known.set(id, { origin, at: issuedAt, createdAt: null }))
  }

  return {
    observe({ path }, baseUrl) {
      const origin = ORIGINS[path]
      if (origin === undefined) return () => undefined
      count(baseUrl, 1)
      return (reply) => {
        const grant = reply.ok ? parseGrant(reply.value) : reply
        if (grant.ok) record(baseUrl, grant.value, origin)
        count(baseUrl, -1)
      }
    },
    listed(baseUrl, sessions) {
      const known = grants.get(baseUrl)
      if (!known) return
      for (const { id, createdAt } of sessions) {
        const grant = known.get(id)
        if (!grant || createdAt === null) continue
        // One that began long before may be an earlier session with the id, which a server behind still shows.
        if (Math.abs(createdAt - grant.at) <= MAX_CLOCK_DIFFERENCE_MS) grant.createdAt ??= createdAt
      }
    },
    originOf(baseUrl, session) {
      const grant = grants.get(baseUrl)?.get(session.id)
      return grant && mayBeOf(grant, session) ? grant.origin : null
    },
    describe(account, token) {
      if (account?.credential.kind !== 'user') return null
      const id = tokenId(token)
      const grant = grants.get(account.baseUrl)?.get(id ?? -1)
      return { service: account.baseUrl, id, grantedAt: grant?.at ?? null, origin: grant?.origin ?? null }
    },
    hasPendingGrant: (baseUrl) => (pending.get(baseUrl) ?? 0) > 0,
  }
}

/** Whether a session with the id of a token may be that of the token. */
function mayBeOf({ at, createdAt: listedAt }: OwnGrant, { createdAt }: SessionIdentity): boolean {
  return createdAt === null || createdAt <= (listedAt ?? at + MAX_CLOCK_DIFFERENCE_MS)
}
