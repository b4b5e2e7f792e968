import type { SessionIdentity } from '../../shared/session.ts'
import { parseGrant, type Grant } from '../../api/parse-responses.ts'
import type { ApiRequest, Transport } from '../../api/transport.ts'

/** How this app came to a token. */
export type TokenOrigin = 'signIn' | 'renewal'

/** The sessions whose tokens were given to this app in this run: they are nobody else's, whatever they are called. */
export interface TokenOrigins {
  /** The same transport, whose tokens are taken note of before anybody else gets them. */
  trackGrants(transport: Transport): Transport
  /** Null too for a session that was made after this app got its token: somebody else has that id by now. */
  originOf(baseUrl: string, session: SessionIdentity): TokenOrigin | null
  /** Whether a token is on its way: a list that comes now may have a session of ours that we cannot know yet. */
  hasPendingGrant(baseUrl: string): boolean
}

const ORIGINS: Readonly<Record<string, TokenOrigin>> = {
  '/auth/login': 'signIn',
  '/auth/two-factor': 'signIn',
  '/auth/register': 'signIn',
  '/auth/refresh': 'renewal',
}

/** A token that was given to this app; `at` is epoch ms by the service's clock. */
interface OwnGrant {
  way: TokenOrigin
  at: number
}

/** ms by which a service's own clocks may differ: the one that stamps replies, and the one that stamps sessions. */
const CLOCKS_APART = 120_000

/** Makes it; `calm` hears that no token is on its way any more. */
export function createTokenOrigins(onIdle: (baseUrl: string) => void): TokenOrigins {
  const own = new Map<string, Map<number, OwnGrant>>()
  const underWay = new Map<string, number>()

  function count(baseUrl: string, step: 1 | -1): void {
    const now = (underWay.get(baseUrl) ?? 0) + step
    underWay.set(baseUrl, now)
    if (now === 0) onIdle(baseUrl)
  }

  function note(baseUrl: string, { token, issuedAt }: Grant, way: TokenOrigin): void {
    const id = parseSessionId(token)
    const known = own.get(baseUrl) ?? new Map<number, OwnGrant>()
    if (id !== null) own.set(baseUrl, known.set(id, { way, at: issuedAt }))
  }

  return {
    trackGrants: (transport) => ({
      ...transport,
      async request(call: ApiRequest) {
        const way = ORIGINS[call.path]
        if (way === undefined) return transport.request(call)
        const { baseUrl } = transport
        count(baseUrl, 1)
        try {
          const reply = await transport.request(call)
          const grant = reply.ok ? parseGrant(reply.value) : reply
          if (grant.ok) note(baseUrl, grant.value, way)
          return reply
        } finally {
          count(baseUrl, -1)
        }
      },
    }),
    originOf(baseUrl, { id, createdAt }) {
      const grant = own.get(baseUrl)?.get(id)
      return grant && (createdAt ?? grant.at) <= grant.at + CLOCKS_APART ? grant.way : null
    },
    hasPendingGrant: (baseUrl) => (underWay.get(baseUrl) ?? 0) > 0,
  }
}

/** The id of the session that a token `<id>|<secret>` belongs to, or null when it does not say. */
function parseSessionId(token: string): number | null {
  const id = /^(\d{1,15})\|/.exec(token)?.[1]
  return id === undefined ? null : Number(id)
}
