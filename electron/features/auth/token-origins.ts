import { createHash } from 'node:crypto'
import type { Account } from '../../shared/account.ts'
import { mayHaveBeenApplied } from '../../shared/failure.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import { parseGrant, type Grant } from '../../api/parse-responses.ts'
import type { ApiSession } from '../../domain/api-session.ts'
import type { Clock } from '../../core/ports.ts'
import {
  MAX_CLOCK_DIFFERENCE_MS,
  areTogether,
  tokenId,
  type TokenFacts,
  type TokenOrigin,
} from '../../domain/token-facts.ts'
import type { ApiResponse } from '../../api/response.ts'
import type { RequestObserver } from '../../api/transport.ts'
import type { Result } from '../../shared/result.ts'
import type { UnconfirmedSessions } from './unconfirmed-sessions.ts'

/**
 * Records the tokens that were issued to this app, by the ids of their sessions: these sessions raise no alerts. A token
 * that has no id, or never arrived, accounts for one session with its name that began at that time.
 */
export interface TokenOrigins {
  /** Records the tokens that a transport receives, before any caller gets them, and those that it uses. */
  observe: RequestObserver
  /** Notes what a list showed: a token has one of its sessions, and a later one with the same id is another. */
  listed(baseUrl: string, list: OriginList): void
  /**
   * The origin of a session's token, `earlier` if an earlier run received it; null if this app has none, or if the session is
   * newer than the token or than its listed session: a reused id.
   */
  originOf(baseUrl: string, session: SessionIdentity): TokenOrigin | 'earlier' | null
  /** What a token of an account says about its own session; null for an API token, which has none. */
  describe(account: Account | null, token: string): TokenFacts | null
  /**
   * Whether a request for a token is pending: a list may then contain a session of this app that is not recorded yet.
   */
  hasPendingGrant(baseUrl: string): boolean
}

/** The calls that end the session of their token, or give it another one. */
const ENDS: ReadonlySet<string> = new Set(['/auth/logout', '/auth/logout-all', '/auth/refresh'])

/** Dependencies; `onIdle` runs when no request for a token is pending at a base URL any more. */
export interface TokenOriginDependencies {
  clock: Pick<Clock, 'now' | 'steady'>
  /** Those of the last run, whose responses never arrived. */
  unconfirmedSessions: Pick<UnconfirmedSessions, 'stored'>
  onIdle(baseUrl: string): void
}

/** A list whose sessions may be those of tokens. */
export interface OriginList {
  sessions: readonly ApiSession[]
  /** The id of the account's user; 0 if unknown. */
  userId: number
  /** When it arrived, epoch ms by the service's clock. */
  at: number
  /** Whether an earlier list showed a session. */
  isKnown(session: SessionIdentity): boolean
  /** The names that this device's session may have had before. */
  formerNames(): FormerNames
}

/** Names of this device's session; if `areGuessed`, nothing tells which one it was, and they are those that a list lacks. */
export interface FormerNames {
  names: ReadonlySet<string>
  areGuessed: boolean
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
  /** The name that its session should have; null if unknown. */
  name: string | null
  at: number
  createdAt: number | null
}

/** A session of this app that no list has shown yet, and no id names. */
interface UnlistedSession {
  origin: TokenOrigin
  /** Its name; null if it has that of an earlier one, because a renewal issued it. */
  name: string | null
  /** The id of its user; null if unknown. */
  userId: number | null
  /** Epoch ms by the service's clock if its response arrived, or else ms by the steady one. */
  at: number
  isLost: boolean
}

/** A token in use; `from` is the time of its first use, steady ms: its session began before it. */
interface TokenUse {
  from: number
  /** Whether its session is over: a server that is behind may show it, and another one may get its id. */
  isOver: boolean
}

/** So far from its renewal a session may have begun that is this device's by a guess: others sign in too, ms. */
export const MAX_GUESSED_MS = 5_000
/** The maximum number of sessions of a base URL that no list has shown yet. */
const MAX_UNLISTED = 20
/** The maximum number of tokens whose request is known: more than there are accounts, with a few renewals. */
const MAX_RECEIVED = 200
const UNKNOWN = { origin: null, name: null, at: null }

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64')

/** Creates the record. */
export function createTokenOrigins({
  clock,
  unconfirmedSessions,
  onIdle,
}: TokenOriginDependencies): TokenOrigins {
  const grants = new Map<string, Map<number, OwnGrant>>()
  const unlisted = new Map<string, UnlistedSession[]>()
  /** How the latest tokens were issued, by their hashes: an id in them need not be there. */
  const received = new Map<string, Pick<OwnGrant, 'origin' | 'name' | 'at'>>()
  /** The names that this app's sessions got, by base URL. */
  const names = new Map<string, Set<string>>()
  /** The ids in tokens that this run uses, by base URL. */
  const inUse = new Map<string, Map<number, TokenUse>>()
  /** The service's clock minus the steady one at the last list, ms, by base URL. */
  const skews = new Map<string, number>()
  const pending = new Map<string, number>()

  function count(baseUrl: string, step: 1 | -1): void {
    const now = (pending.get(baseUrl) ?? 0) + step
    pending.set(baseUrl, now)
    if (now === 0) onIdle(baseUrl)
  }

  function add(baseUrl: string, session: UnlistedSession): void {
    unlisted.set(baseUrl, [...(unlisted.get(baseUrl) ?? []), session].slice(-MAX_UNLISTED))
    if (session.name !== null) names.set(baseUrl, (names.get(baseUrl) ?? new Set()).add(session.name))
  }

  function setGrant(baseUrl: string, id: number, grant: OwnGrant): void {
    const known = grants.get(baseUrl) ?? new Map<number, OwnGrant>()
    grants.set(baseUrl, known.set(id, grant))
  }

  function record(
    baseUrl: string,
    { token, issuedAt: at, user }: Grant,
    origin: TokenOrigin,
    name: string | null,
  ): void {
    const id = tokenId(token)
    received.set(hashOf(token), { origin, name, at })
    for (const first of received.keys()) if (received.size > MAX_RECEIVED) received.delete(first)
    if (id !== null) setGrant(baseUrl, id, { origin, name, at, createdAt: null })
    else if (origin === 'renewal' || name !== null)
      add(baseUrl, { origin, name, userId: user?.id ?? null, at, isLost: false })
  }

  function originOf(baseUrl: string, session: SessionIdentity): TokenOrigin | 'earlier' | null {
    const grant = grants.get(baseUrl)?.get(session.id)
    const token = inUse.get(baseUrl)?.get(session.id)
    const usedAt = (token?.from ?? 0) + (skews.get(baseUrl) ?? 0)
    const latest = token?.isOver ? usedAt : null
    if (grant)
      return mayBeOf({ ...grant, createdAt: grant.createdAt ?? latest }, session) ? grant.origin : null
    return token && mayBeOf({ at: usedAt, createdAt: latest }, session) ? 'earlier' : null
  }

  /** Finds the new sessions of a list that fit those that no id names: each at most one. */
  function findUnlisted(baseUrl: string, skew: number, list: OriginList): void {
    const { sessions, userId, isKnown } = list
    const former = list.formerNames()
    // A name that this app gave needs no guess.
    const given = names.get(baseUrl)
    // What was received has a session for certain, and chooses first.
    const all = (unlisted.get(baseUrl) ?? []).toSorted((a, b) => Number(a.isLost) - Number(b.isLost))
    const left = all.filter((own) => {
      const at = own.isLost ? own.at + skew : own.at
      const isNamed = ({ name }: ApiSession): boolean =>
        own.name === null
          ? (given?.has(name) ?? false) || (former.names.has(name) && !(former.areGuessed && given))
          : name === own.name
      const distanceOf = ({ createdAt }: ApiSession): number => Math.abs((createdAt ?? Infinity) - at)
      const isOfThen = (row: ApiSession): boolean =>
        own.name === null && (former.areGuessed || own.isLost)
          ? distanceOf(row) <= MAX_GUESSED_MS
          : areTogether(row.createdAt, at)
      if (own.userId !== null && userId !== 0 && own.userId !== userId) return true
      const [session] = sessions
        // A token that never arrived is not the one that fetched the list.
        .filter((row) => isNamed(row) && !(own.isLost && row.isCurrent))
        .filter((row) => isOfThen(row) && !isKnown(row))
        .filter((row) => originOf(baseUrl, row) === null)
        .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || distanceOf(a) - distanceOf(b))
      if (!session) return true
      const { id, name, createdAt } = session
      setGrant(baseUrl, id, { origin: own.origin, name, at, createdAt })
      return false
    })
    if (left.length > 0) unlisted.set(baseUrl, left)
    else unlisted.delete(baseUrl)
  }

  const lost = (baseUrl: string, origin: TokenOrigin, name: string | null, at: number): void =>
    add(baseUrl, { origin, name, userId: null, at, isLost: true })
  for (const { cause, baseUrl, deviceName, at } of unconfirmedSessions.stored())
    if (cause === 'signIn' && deviceName !== null)
      lost(baseUrl, 'signIn', deviceName, clock.steady() - (clock.now() - at))

  /** Notes that a call uses a token; the response may say that its session is over, and another one may get its id. */
  function use(baseUrl: string, id: number, path: string): (response: Result<ApiResponse>) => void {
    const known = inUse.get(baseUrl) ?? new Map<number, TokenUse>()
    const token = known.get(id) ?? { from: clock.steady(), isOver: false }
    inUse.set(baseUrl, known.set(id, token))
    return (response) => {
      token.isOver ||= response.ok ? ENDS.has(path) : response.failure.kind === 'unauthenticated'
    }
  }

  return {
    observe({ path, deviceName, tokenId: id }, baseUrl) {
      const origin = ORIGINS[path]
      const learn = id === null ? () => undefined : use(baseUrl, id, path)
      if (origin === undefined) return learn
      const sentAt = clock.steady()
      count(baseUrl, 1)
      return (response) => {
        learn(response)
        const grant = response.ok ? parseGrant(response.value) : response
        if (grant.ok) record(baseUrl, grant.value, origin, deviceName)
        else if (mayHaveBeenApplied(grant.failure)) lost(baseUrl, origin, deviceName, sentAt)
        count(baseUrl, -1)
      }
    },
    listed(baseUrl, list) {
      const skew = list.at - clock.steady()
      skews.set(baseUrl, skew)
      if (unlisted.has(baseUrl)) findUnlisted(baseUrl, skew, list)
      const known = grants.get(baseUrl)
      if (!known) return
      for (const session of list.sessions) {
        const { id, name, createdAt } = session
        const grant = known.get(id)
        // What had the id before may be another session; one renewed in place has no time of its own.
        if (!grant || createdAt === null || list.isKnown(session)) continue
        // Another one may be an earlier session with the id, which a server behind still shows.
        const isNamed = grant.name === null || grant.name === name
        if (isNamed && areTogether(createdAt, grant.at)) grant.createdAt ??= createdAt
      }
    },
    originOf,
    describe(account, token) {
      if (account?.credential.kind !== 'user') return null
      const { origin, name, at } = received.get(hashOf(token)) ?? UNKNOWN
      return { service: account.baseUrl, id: tokenId(token), grantedAt: at, origin, deviceName: name }
    },
    hasPendingGrant: (baseUrl) => (pending.get(baseUrl) ?? 0) > 0,
  }
}

/** Whether a session with the id of a token may be that of the token. */
function mayBeOf(
  { at, createdAt: listedAt }: Pick<OwnGrant, 'at' | 'createdAt'>,
  { createdAt }: SessionIdentity,
): boolean {
  return createdAt === null || createdAt <= (listedAt ?? at + MAX_CLOCK_DIFFERENCE_MS)
}
