import type { Listed, ServiceAnswer, ServiceRequest } from '../world/service.ts'
import type { TrueSession, Truth } from '../world/truth.ts'

/** A list that the app received, with the sessions that it truly shows. Times are true ms. */
export interface Observation {
  askedAt: number
  answeredAt: number
  /** The number of the process that received it. */
  process: number
  /** The numbers of the listed sessions. */
  uids: ReadonlySet<number>
  /** When each session was last used, as it says; epoch ms. */
  usedAt: ReadonlyMap<number, number | null>
  /** Why it proves nothing; null if it is good. */
  unclear: string | null
  /** The number of the session that a good list names as this device; null for an API token. */
  own: number | null
  /** Whether a request for a token was open meanwhile, so that the app asks again. */
  isSkipped: boolean
}

/** A DELETE of a session, or a sign-out everywhere. */
export interface EndRequest {
  userId: number
  base: string
  /** The session's id; null for all. */
  id: number | null
  sentAt: number
  /** The answer that the app received, when, and whether it says that it is done, or that it is not; null without one. */
  answer: { status: number; isDone: boolean; isRefused: boolean; at: number } | null
  /** Whether the process was killed before it had the answer, and stored it for certain. */
  isForgotten: boolean
  /** Whether the token of a sign-out everywhere was accepted afterwards, so that nothing was ended. */
  isDisproved: boolean
}

/** All that the app could know: the lists and answers that it received, and what it sent. */
export type Evidence = ReturnType<typeof createEvidence>

/** Answers are on disk within a second, unless that write is the one at which a process is killed. */
export const ANSWER_DELAY_MS = 2_000
/** A list that overlaps one of these is asked for again. */
const CHANGES: ReadonlySet<string> = new Set(['/auth/login', '/auth/refresh', '/auth/logout-all'])
const GIVEN_UP_MS = 30_000
/** A request takes so long to arrive, at most. */
const WAY_MS = 1_000

/** What an address and an account have shown before a list. */
interface Before {
  /** Whether the number in a token and the mark have agreed at the address, or only disagreed; null if neither. */
  agreed: boolean | null
  /** The number of the session that the last good list named as this device; null without one. */
  own: number | null
  /** Whether a request for a token came since. */
  hasGrant: boolean
}

/** The key of a token's account: of a user at an address, or of an API token there. */
export const accountKey = (userId: number, base: string, isApiToken: boolean): string =>
  `${userId} ${base}${isApiToken ? ' API' : ''}`

const isApi = (token: string): boolean => token.startsWith('sk_')

/** The number that a token begins with; null without one. */
function numberIn(token: string): number | null {
  return /^\d+\|/.test(token) ? Number.parseInt(token, 10) : null
}

/** The sessions that tell which one asked: the row whose id is the number in the token, and the only marked one. */
function namedIn({ rows }: Listed, token: string) {
  const number = numberIn(token)
  const marked = rows.filter(({ isCurrent }) => isCurrent)
  return {
    hasNumber: number !== null,
    numbered: rows.find(({ session }) => session.id === number)?.session ?? null,
    marked: marked[0]?.session ?? null,
    isMarkedOften: marked.length > 1,
  }
}

/** Judges a list that a token asked for: it is unclear, or good and names this device. An API token has none. */
function judge(listed: Listed, token: string, before: Before): Pick<Observation, 'unclear' | 'own'> {
  const unclear = (why: string) => ({ unclear: why, own: null })
  const good = (own: TrueSession | null) => ({ unclear: null, own: own?.uid ?? null })
  const { rows, isPaged } = listed
  if (new Set(rows.map(({ session }) => session.id)).size < rows.length) return unclear('an id twice')
  if (isPaged) return unclear('more pages')
  if (isApi(token)) {
    const isBare = rows.length > 0 && rows.every(({ isCurrent }) => !isCurrent)
    return isBare ? good(null) : unclear('empty, or with a mark')
  }
  const { hasNumber, numbered, marked, isMarkedOften } = namedIn(listed, token)
  if (isMarkedOften) return unclear('several marks')
  // What was this device by its number stays it.
  const hasAgreed = before.agreed ?? (numbered !== null && numbered.uid === before.own ? true : null)
  if (!marked) return numbered && hasAgreed !== false ? good(numbered) : unclear('nothing tells')
  if (!hasNumber || !hasAgreed || numbered === marked) return good(marked)
  if (numbered) return unclear('the mark is on another row')
  const isExpected = before.own === null || before.own === marked.uid || before.hasGrant
  return isExpected ? good(marked) : unclear('this device is missing')
}

/** Creates an empty collection; `now` is the true time, ms. */
export function createEvidence(now: () => number, truth: Truth) {
  const byAccount = new Map<string, Observation[]>()
  const ends: EndRequest[] = []
  /** The requests for tokens. One is open until its answer, or until the app gives it up. */
  const grants: { base: string; answeredAt: number }[] = []
  const signOuts: { token: string; end: EndRequest }[] = []
  const agreed = new Map<string, boolean>()
  /** The numbers in tokens that the app got at an address, with the process that got each, or that last used it. */
  const granted = new Map<string, { process: number; at: number }>()
  const used = new Map<string, { process: number; at: number }>()
  /** The lists that a process could not store. */
  const unstored = new Set<Observation>()
  /** The last list of each process. */
  const last = new Map<number, Observation>()
  /** The first process after an account's record was lost, by account. */
  const forgotten = new Map<string, number>()
  let process = 0
  let startedAt = 0

  const lists = (account: string): readonly Observation[] => byAccount.get(account) ?? []
  const good = (account: string): Observation[] => lists(account).filter(({ unclear }) => unclear === null)
  const grantsSince = (base: string, at: number) =>
    grants.filter((grant) => grant.base === base && Math.min(grant.answeredAt, now()) >= at)

  /** Whether a process is not known to have stored a list: it was killed before it asked for another one. */
  const mayBeUnstored = (list: Observation): boolean =>
    unstored.has(list) || (list.process !== process && last.get(list.process) === list)

  function listed(list: Listed, { token, base }: ServiceRequest, askedAt: number): void {
    const account = accountKey(truth.userOf(token)?.id ?? 0, base, isApi(token))
    const from = forgotten.get(account) ?? 0
    const its = good(account).filter((each) => !each.isSkipped && each.process >= from)
    const previous = its.at(-1)
    const hasGrant = grantsSince(base, previous?.askedAt ?? 0).length > 0
    const { hasNumber, numbered, marked } = namedIn(list, token)
    // A number that was another session's, where ids are given again, tells nothing until a mark does.
    const wasOther = (before?: Observation): boolean =>
      truth.sessions.some(
        ({ id, uid }) => id === numberIn(token) && uid !== before?.own && before?.uids.has(uid),
      )
    const isUntold = !marked && !agreed.has(base)
    if (isUntold && wasOther(previous)) agreed.set(base, false)
    // The record may be of the list before: the last one may have waited for a second one when its process was killed.
    const isDoubted = isUntold && previous?.process !== process && wasOther(its.at(-2))
    const before = { agreed: agreed.get(base) ?? null, own: previous?.own ?? null, hasGrant }
    const found = judge(list, token, before)
    const isSkipped = isDoubted || grantsSince(base, askedAt).some(({ answeredAt }) => answeredAt > askedAt)
    if (found.unclear === null && hasNumber && marked && !isSkipped && !agreed.get(base))
      agreed.set(base, numbered === marked)
    add(account, {
      ...{ askedAt, answeredAt: now(), process, isSkipped },
      uids: new Set(list.rows.map(({ session }) => session.uid)),
      usedAt: new Map(list.rows.map(({ session, usedAt }) => [session.uid, usedAt])),
      ...found,
    })
  }
  function add(account: string, seen: Observation): void {
    byAccount.set(account, [...lists(account), seen])
    last.set(process, seen)
  }

  function sentEnd({ method, path, token, base }: ServiceRequest): EndRequest | null {
    const id = sessionIdIn(path)
    if (!(method === 'DELETE' && id !== null) && path !== '/auth/logout-all') return null
    const asked = { userId: truth.userOf(token)?.id ?? 0, base, id, sentAt: now() }
    const end: EndRequest = { ...asked, answer: null, isForgotten: false, isDisproved: false }
    ends.push(end)
    return end
  }

  return {
    /** All lists of an account, by its key. */
    lists,
    /** The good ones. */
    good,
    /**
     * A process starts; the one before, which was alive until then, could not store the records of these accounts. What numbers mean at
     * an address it learns anew.
     */
    started(losers: readonly string[], aliveAt: number) {
      for (const end of ends) {
        const isLost = losers.some((account) => account.startsWith(accountKey(end.userId, end.base, false)))
        const from = isLost ? startedAt : aliveAt - ANSWER_DELAY_MS
        end.isForgotten ||= (end.answer?.at ?? Infinity) >= from
      }
      startedAt = now()
      for (const account of losers) forgotten.set(account, process + 1)
      for (const account of losers)
        for (const list of lists(account)) if (list.process === process) unstored.add(list)
      process += 1
      agreed.clear()
    },
    /** A request leaves this computer. The returned function receives its answer; null if it was lost. */
    sent(request: ServiceRequest) {
      const askedAt = now()
      const { base, path } = request
      used.set(`${base} ${numberIn(request.token)}`, { process, at: askedAt })
      const end = sentEnd(request)
      const grant = { base, answeredAt: askedAt + GIVEN_UP_MS }
      if (CHANGES.has(path)) grants.push(grant)
      if (end?.id === null) signOuts.push({ token: request.token, end })
      return (answer: ServiceAnswer | null): void => {
        const at = now()
        grant.answeredAt = at
        if (!answer) return
        const { status, body, listed: list } = answer
        const { success, data } = (body ?? { success: true }) as {
          success?: boolean
          data?: { token?: string }
        }
        granted.set(`${base} ${numberIn(data?.token ?? '')}`, { process, at })
        for (const { token, end: before } of status === 200 ? signOuts : [])
          if (before !== end && token === request.token && before.sentAt < askedAt) before.isDisproved = true
        const isDone = status < 300 && success === true
        if (end) end.answer = { status, isDone, isRefused: success === false, at }
        if (list) listed(list, request, askedAt)
        else if (path === '/auth/sessions')
          add(accountKey(truth.userOf(request.token)?.id ?? 0, base, isApi(request.token)), {
            ...{ askedAt, answeredAt: at, process, uids: new Set(), usedAt: new Map() },
            ...{ unclear: 'no list', own: null, isSkipped: false },
          })
      }
    },
    /** The requests that may have ended a session, also those of other accounts of its user; with an address, those from there. */
    endsOf: ({ userId, id, since }: TrueSession, base?: string) =>
      ends.filter(
        (end) =>
          end.userId === userId &&
          (end.id ?? id) === id &&
          end.base === (base ?? end.base) &&
          (end.answer?.at ?? end.sentAt + WAY_MS) >= since,
      ),
    /** Whether an id is the number in a token that the app got at an address. */
    isGranted: (id: number, base: string) => granted.has(`${base} ${id}`),
    /** Whether the app must know that: this process got or used its token, or a record names its session as this device. */
    isKnownGrant({ id, uid, userId, since }: TrueSession, base: string) {
      const ways = [granted.get(`${base} ${id}`), used.get(`${base} ${id}`)]
      const its = good(accountKey(userId, base, false)).filter(({ isSkipped }) => !isSkipped)
      const own =
        its.at(-1)?.own === uid ? its.filter((list) => list.own === uid && !mayBeUnstored(list)) : []
      const isKnown = ways.some((way) => way?.process === process && way.at >= since)
      return isKnown || own.some(({ answeredAt }) => answeredAt < now() - GIVEN_UP_MS)
    },
    mayBeUnstored,
    /** Whether a list may be the first one that a record has after it was lost. */
    isFirst(account: string, list: Observation) {
      const since = good(account).filter(({ process: at }) => at >= (forgotten.get(account) ?? Infinity))
      return (
        since.slice(0, since.indexOf(list) + 1).every((each) => each === list || mayBeUnstored(each)) &&
        since.includes(list)
      )
    },
    isGrantOpen: () => grants.some(({ answeredAt }) => answeredAt > now()),
  }
}

/** Whether the service says that it ended what a request is for. */
export const isConfirmed = ({ answer }: EndRequest): boolean => answer?.isDone === true

/** The id in the path of a DELETE; null if there is none. */
export function sessionIdIn(path: string): number | null {
  const id = /^\/auth\/sessions\/(\d+)$/.exec(path)?.[1]
  return id === undefined ? null : Number(id)
}
