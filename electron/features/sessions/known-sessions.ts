import type { ListedSessions } from '../../api/sessions.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import { isSameSession, type ApiSession } from '../../domain/api-session.ts'
import type { TokenFacts } from '../../domain/token-facts.ts'
import type { Clock, OnAccountForgotten } from '../../core/ports.ts'
import { gradeList, isJustGranted, MAX_BEHIND_MS, type GradedList } from './domain/list-grade.ts'
import type { EndAnswer } from './domain/record.ts'
import { NO_DOUBTS, observe, observePartial, withLatest, type Doubts } from './domain/observations.ts'

/** How a list was fetched; times are ms by the steady clock. */
export interface Fetch {
  token: string
  /** Whether the token may be another one than that of the last list. */
  isFirstOfToken: boolean
  askedAt: number
  answeredAt: number
}

/** A list as it is to be shown. */
export interface JudgedList extends Omit<
  GradedList,
  'idsAreSessions' | 'onlyMarkedId' | 'pendingId' | 'isDeviceClear'
> {
  /** The ids of its sessions that the last list lacked, which only a second one can prove to be gone. */
  missedIds: ReadonlySet<number>
  /** Whether it has a session that was held back before and that the last response lacks: no later list may have that. */
  keepsNew: boolean
  /**
   * Its sessions that show what changed; null if no good list was known before, and this is none. A new one that may be this
   * device, or somebody else's, is not among them.
   */
  comparable: readonly ApiSession[] | null
}

/** What this app knows of the sessions of each account from their lists. */
export interface KnownSessions {
  /** Judges a fresh list by what is known, and adds it to that. */
  judge(accountId: string, list: ListedSessions, fetch: Fetch): JudgedList
  /** Whether the last list lacks no known session and holds no new one back. */
  isSettled(accountId: string): boolean
  /** The response to a DELETE of a session has arrived. If it says that it is gone, one list without it proves it. */
  answered(accountId: string, session: SessionIdentity, answer: EndAnswer): void
  /** A sign-in replaced the account's token: its session need not resemble the last one. */
  signedIn(accountId: string): void
}

export interface KnownSessionsDependencies {
  clock: Pick<Clock, 'steady'>
  /** What a token says about its own session; null for an API token, which has none. */
  describeToken(accountId: string, token: string): TokenFacts | null
  /** Reads the sessions that an earlier run knew last, from the record; null if there are none. */
  readLastKnown(accountId: string): readonly ApiSession[] | null
  /** Whether the history has a session. */
  isRecorded(accountId: string, session: SessionIdentity): boolean
  onAccountForgotten: OnAccountForgotten
}

type Ended = Map<number, { session: SessionIdentity; at: number }>

interface Knowledge {
  /** The rows of the last good list, of this run or of one before, and of partial ones since; null before the first. */
  sessions: readonly ApiSession[] | null
  /** Whether a good list is among them. */
  isWhole: boolean
  /** When the service made the last list, epoch ms by its clock; null if it did not say so. */
  date: number | null
  doubts: Doubts
  /** When the responses to DELETEs arrived, by the ids of their sessions; steady ms. */
  ended: Ended
  isSignedInAnew: boolean
  /** Whether the token may be another one than that of the last good list. */
  isTokenNew: boolean
  /** The id of the only session that the last list marked; null if it marked none or several. */
  markedBefore: number | null
  /** Since when all lists lack the session that was this device, with the same token, ms by the steady clock; else null. */
  ownLackedSince: number | null
}

/** After so long without it in the lists of a token that works, this device has another session, ms. */
const MAX_OWN_LACKED_MS = 60_000

/** Creates it; reads the last known list of an account when its first list arrives. */
export function createKnownSessions(dependencies: KnownSessionsDependencies): KnownSessions {
  const all = new Map<string, Knowledge>()
  /** The services whose tokens have the ids of their sessions. */
  const servicesWithIds = new Set<string>()
  dependencies.onAccountForgotten((accountId) => void all.delete(accountId))

  function of(accountId: string): Knowledge {
    const known = all.get(accountId)
    if (known) return known
    const sessions = dependencies.readLastKnown(accountId)
    const first: Knowledge = {
      sessions,
      isWhole: sessions !== null,
      date: null,
      doubts: NO_DOUBTS,
      ended: new Map(),
      isSignedInAnew: false,
      isTokenNew: true,
      markedBefore: null,
      ownLackedSince: null,
    }
    all.set(accountId, first)
    return first
  }

  return {
    judge(accountId, { sessions: rows, isPaged, date }, { token, isFirstOfToken, askedAt, answeredAt }) {
      const knowledge = of(accountId)
      const { isSignedInAnew, sessions: known, doubts, ended, markedBefore, ownLackedSince } = knowledge
      knowledge.isTokenNew ||= isFirstOfToken
      const facts = dependencies.describeToken(accountId, token)
      const service = facts?.service ?? ''
      const isEnded = (session: ApiSession): boolean => {
        const end = ended.get(session.id)
        return end !== undefined && end.at <= askedAt && isSameSession(end.session, session)
      }
      const { idsAreSessions, onlyMarkedId, pendingId, isDeviceClear, ...graded } = gradeList(
        withLatest(rows, known ?? []),
        isPaged,
        {
          token: facts,
          isFirstOfToken,
          isTokenNew: knowledge.isTokenNew,
          date,
          idsAreSessions: servicesWithIds.has(service),
          isSignedInAnew,
          last: known,
          held: doubts.held,
          isLastGood: knowledge.isWhole,
          markedBefore,
          isOwnOver: !isFirstOfToken && answeredAt - (ownLackedSince ?? Infinity) >= MAX_OWN_LACKED_MS,
          isEnded,
        },
      )
      if (idsAreSessions) servicesWithIds.add(service)
      else servicesWithIds.delete(service)
      const isRecorded = (session: ApiSession): boolean => dependencies.isRecorded(accountId, session)
      const isGood = graded.grade === 'good'
      const { sessions, ...next } = isGood
        ? observe({
            fresh: graded.sessions,
            known: known ?? [],
            ...doubts,
            askedAt,
            answeredAt,
            date,
            isLater: date === null || knowledge.date === null || date > knowledge.date,
            isEnded,
            isRecorded,
          })
        : observePartial({
            fresh: graded.sessions,
            known: known ?? [],
            listedIds: new Set(rows.map(({ id }) => id)),
            ...doubts,
            answeredAt,
            isRecorded,
          })
      // A first list that is not good, or lacks even its own session, must not be what later ones are compared with.
      const isWhole = isGood && (rows.length > 0 || facts === null)
      const isOurs = graded.grade !== 'foreign'
      const isComparable = isWhole || (knowledge.isWhole && isOurs)
      const certain = isDeviceClear
        ? withoutPending(sessions, known ?? [], pendingId)
        : withoutDevice(sessions, known ?? [])
      // A server that is behind may show this device as it was before the renewal.
      const isBehind = isJustGranted(facts, date) && ownIdOf(sessions) === ownIdOf(known ?? [])
      const isTokenNew = knowledge.isTokenNew && isBehind
      if (isWhole) Object.assign(knowledge, { isWhole, isSignedInAnew: false, isTokenNew })
      if (isComparable || graded.grade === 'partial')
        Object.assign(knowledge, { sessions: certain, doubts: next })
      knowledge.markedBefore = onlyMarkedId
      const lackedSince = isFirstOfToken ? answeredAt : (ownLackedSince ?? answeredAt)
      const lacksOwn = graded.doubt === 'listPartial' || graded.doubt === 'listForeign'
      knowledge.ownLackedSince = lacksOwn ? lackedSince : null
      if (isGood) forgetUnlisted(ended, rows, askedAt)
      knowledge.date = date
      const missedIds = new Set(next.misses.keys())
      const before = new Set(known?.map(({ id }) => id))
      const keepsNew = [...missedIds].some((id) => !before.has(id))
      return { ...graded, sessions, missedIds, keepsNew, comparable: isComparable ? certain : null }
    },
    isSettled: (accountId) => Object.values(of(accountId).doubts).every(({ size }) => size === 0),
    answered(accountId, session, answer) {
      if (answer !== 'lost') of(accountId).ended.set(session.id, { session, at: dependencies.clock.steady() })
    },
    signedIn(accountId) {
      of(accountId).isSignedInAnew = true
    },
  }
}

function ownIdOf(sessions: readonly ApiSession[]): number | null {
  return sessions.find(({ isCurrent }) => isCurrent)?.id ?? null
}

/** Returns the rows of a list that does not tell which session is this device: of those that may be it, the known ones only. */
function withoutDevice(sessions: readonly ApiSession[], known: readonly ApiSession[]): ApiSession[] {
  const before = new Set(known.map(({ id }) => id))
  return sessions
    .filter(({ id, isCurrent }) => !isCurrent || before.has(id))
    .map((session) => (session.isCurrent ? { ...session, isCurrent: false } : session))
}

/** Returns the rows without a new one that the next list may prove to be this device. */
function withoutPending(
  sessions: readonly ApiSession[],
  known: readonly ApiSession[],
  pendingId: number | null,
): readonly ApiSession[] {
  if (pendingId === null || known.some(({ id }) => id === pendingId)) return sessions
  return sessions.filter(({ id }) => id !== pendingId)
}

/**
 * Forgets the ended sessions that a good list asked for afterwards lacks, as another one may get their ids; and those that it
 * shows too long afterwards: they did not end.
 */
function forgetUnlisted(ended: Ended, rows: readonly ApiSession[], askedAt: number): void {
  if (ended.size === 0) return
  const listed = new Set(rows.map(({ id }) => id))
  for (const [id, { at }] of ended)
    if (at <= askedAt && (!listed.has(id) || askedAt - at > MAX_BEHIND_MS)) ended.delete(id)
}
