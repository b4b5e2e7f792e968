import { parseGrant } from '../../api/parse-responses.ts'
import type { ApiResponse } from '../../api/response.ts'
import type { RequestObserver } from '../../api/transport.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import type { Result } from '../../shared/result.ts'
import { tokenId } from '../../domain/token-facts.ts'
import type { Clock } from '../../core/ports.ts'

/** The tokens that services issued to this app, by the numbers in them: their sessions raise no alerts. */
export interface Grants {
  /** Notes the tokens that a transport receives, before any caller gets them, and those that it uses and ends. */
  observe: RequestObserver
  /** Whether a session has the number of a token that was issued to this app at a base URL, and did not end since. */
  isGranted(baseUrl: string, session: SessionIdentity): boolean
  /** Whether a request for a token, or for the end of all, is open at a base URL, or has been since a steady time. */
  isOpenSince(baseUrl: string, since: number): boolean
  /** Resolves when none is open at a base URL; null: none is. */
  settled(baseUrl: string): Promise<void> | null
}

/** The calls that issue a token, and the one that ends all sessions: whether a list is from before or after it, nothing tells. */
const CHANGES: ReadonlySet<string> = new Set([
  '/auth/login',
  '/auth/two-factor',
  '/auth/register',
  '/auth/refresh',
  '/auth/logout-all',
])
/** The calls that end the session of their token, so that another one may get its id. */
const ENDS: ReadonlySet<string> = new Set(['/auth/logout', '/auth/logout-all'])

/** What is known of the tokens at one base URL. */
interface Address {
  /** Before when a session with the number began, epoch ms by the service's clock; Infinity while its token is in use. */
  numbers: Map<number, number>
  open: number
  /** When the last of these requests was answered, steady ms. */
  answeredAt: number
  waiting: (() => void)[]
}

/** Creates the grants of this run; `steady` is in ms. */
export function createGrants({ steady }: Pick<Clock, 'steady'>): Grants {
  const addresses = new Map<string, Address>()

  function of(baseUrl: string): Address {
    const known = addresses.get(baseUrl)
    if (known) return known
    const created = { numbers: new Map<number, number>(), open: 0, answeredAt: -Infinity, waiting: [] }
    addresses.set(baseUrl, created)
    return created
  }

  /** Notes that such a request is open; returns what to do with its answer. */
  function ask(address: Address, renewed: number | null): (response: Result<ApiResponse>) => void {
    address.open++
    return (response) => {
      const grant = response.ok ? parseGrant(response.value) : response
      const number = grant.ok ? tokenId(grant.value.token) : null
      // The service may keep the session of the old token; what begins later with its number is another one.
      if (response.ok && grant.ok && renewed !== null) address.numbers.set(renewed, endOf(response.value))
      if (number !== null) address.numbers.set(number, Infinity)
      address.open--
      address.answeredAt = steady()
      if (address.open === 0) address.waiting.splice(0).forEach((resolve) => resolve())
    }
  }

  return {
    observe({ path, tokenId: number }, baseUrl) {
      const address = of(baseUrl)
      if (number !== null && !address.numbers.has(number)) address.numbers.set(number, Infinity)
      const answered = CHANGES.has(path) ? ask(address, number) : () => undefined
      return (response) => {
        answered(response)
        if (number === null) return
        // A server that is behind may still list it.
        if (response.ok && ENDS.has(path)) address.numbers.set(number, endOf(response.value))
        if (!response.ok && response.failure.kind === 'unauthenticated') address.numbers.delete(number)
      }
    },
    isGranted(baseUrl, { id, createdAt }) {
      const until = of(baseUrl).numbers.get(id)
      return until !== undefined && (createdAt ?? 0) < until
    },
    isOpenSince: (baseUrl, since) => of(baseUrl).open > 0 || of(baseUrl).answeredAt > since,
    settled(baseUrl) {
      const { open, waiting } = of(baseUrl)
      return open === 0 ? null : new Promise((resolve) => waiting.push(resolve))
    },
  }
}

/** The second in which a response was made, epoch ms by the service's clock; Infinity if it does not say. Sessions have theirs so. */
const endOf = ({ receivedAt, skew }: ApiResponse): number =>
  skew === null ? Infinity : Math.floor((receivedAt + skew) / 1_000) * 1_000
