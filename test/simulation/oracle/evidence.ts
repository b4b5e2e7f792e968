import type { Listed } from '../world/service.ts'
import type { TrueSession, Truth } from '../world/truth.ts'

/** A list that the app received. Times are true ms. */
export interface Observation {
  userId: number
  /** The address of the account that asked. */
  base: string
  askedAt: number
  answeredAt: number
  /** The number of the session that asked. */
  own: number
  /** The numbers of the listed sessions, by their true identity. */
  uids: ReadonlySet<number>
  /** When each session was last used, as it says; epoch ms. */
  usedAt: ReadonlyMap<number, number | null>
  /** The number of the only session that it marks as this device; null if it marks none or several. */
  onlyMarked: number | null
  /** Why nobody may conclude from it that a session is gone; null if it is whole and the account's own. */
  flaw: string | null
  isWaiting: boolean
}

/** An answer to a DELETE that the app received. */
interface DeleteAnswer {
  uid: number
  status: number
  at: number
}

/** Why a session is not proved to be gone: the kind of the last list that was believed, and what was wrong with it. */
export interface Doubt {
  grade: 'one list' | 'a partial list' | 'a foreign list' | 'a list with it'
  why: string
}

/** What the app could know: the lists and the answers that it received, with the sessions that they truly showed. */
export interface Evidence {
  /** `isWaiting`: a request for a token was pending, so that the app compares a later list in its place. */
  listed(listed: Listed, askedAt: number, answeredAt: number, isWaiting: boolean): void
  /** A DELETE for a session left this computer. */
  sent(uid: number, at: number): void
  /** A DELETE for a session was lost on its way, or another network answered it. */
  strayed(uid: number): void
  deleted(uid: number, status: number, at: number): void
  observations(userId: number): readonly Observation[]
  /** Whether a list showed a session; with an address, a list that was asked for there. */
  hasSeen(uid: number, base?: string): boolean
  wasSent(uid: number): boolean
  /** Whether every DELETE for a session was answered. */
  wasAlwaysAnswered(uid: number): boolean
  /** Whether a list at an address showed a session before its DELETE left: the account there knew whom it meant. */
  wasKnownWhenSent(uid: number, base: string): boolean
  /** Whether a DELETE for a session was lost on its way, or another network answered it. */
  hasStrayed(uid: number): boolean
  answers(uid: number): readonly DeleteAnswer[]
  /** The app received the answer that all sessions of a user have ended. */
  endedAll(userId: number, at: number): void
  /** A process starts with what is on disk, which lacks the last lists of some users. */
  started(at: number, losers: ReadonlySet<number>): void
  /** Whether it received that before two good lists at an address could show that a session had ended by itself. */
  seemedEndedWithAll(session: TrueSession, base: string): boolean
  /**
   * Why the received lists do not prove that a session is gone; null if they do: two good ones without it that were
   * asked for at least a second apart, 5 s if it began within a minute, or one asked for after the answer to its DELETE.
   */
  doubtThatGone(session: TrueSession): Doubt | null
  /** The session that a device's renewal certainly gave it, as the lists of an address show; null if they do not. */
  certainRenewal(session: TrueSession, base: string): TrueSession | null
  /**
   * Whether, by the lists of an address, one session may be the other after or before a renewal: they have one name, no list
   * shows both, and the name was unique when the one left and when the other came, as far as the process knows. Two of this
   * app's own are this device, and after a kill nothing tells a renewal from a sign-in that replaces the one before.
   */
  mayBeRenewal(one: TrueSession, other: TrueSession, base: string): boolean
  /**
   * Whether a new session can be taken for the renewal of one that left the list of an address as it came; `since` is when
   * the process started, which need not know what the one before saw.
   */
  looksRenewed(session: TrueSession, base: string, since: number): boolean
}

const APART_MS = 1_000
const [LONG_LOOK_MS, YOUNG_MS] = [5_000, 60_000]
/** The flaws of lists that are not of this user's session; those with other flaws are partial. */
const FOREIGN = ['foreign', 'withoutOwn']
/** So many lists without a session may prove nothing, as the second may be a copy of the first. */
const UNPROVEN_MISSES = 2
const DAY_MS = 86_400_000
/** Within this time, times of use are on disk. */
const USE_DELAY_MS = 600_000

/** Creates an empty collection. */
export function createEvidence(truth: Truth): Evidence {
  const byUser = new Map<number, Observation[]>()
  const deletes: DeleteAnswer[] = []
  /** When the DELETEs for each session left. */
  const sent = new Map<number, number[]>()
  const strayed = new Set<number>()
  let startedAt = -Infinity
  /** When a process began that does not know what lists showed before, by user. */
  const forgotAt = new Map<number, number>()
  /** `since`: when the process started that received the answer. */
  const endsOfAll: { userId: number; at: number; since: number }[] = []

  const observations = (userId: number): readonly Observation[] => byUser.get(userId) ?? []
  const answers = (uid: number): DeleteAnswer[] => deletes.filter((answer) => answer.uid === uid)

  /**
   * The good lists without a session that came after the last one with it, by address: nothing tells the app that two addresses
   * lead to one service.
   */
  function misses({ uid, userId }: TrueSession): Observation[][] {
    return [...new Set(observations(userId).map(({ base }) => base))].map((address) => {
      const all = observations(userId).filter(({ base }) => base === address)
      return all.slice(all.findLastIndex(({ uids }) => uids.has(uid)) + 1).filter(({ flaw }) => flaw === null)
    })
  }

  function flawOf({ own, rows, wrong, isPaged }: Listed): string | null {
    const ids = new Set(rows.map(({ id }) => id))
    if (ids.size < rows.length) return 'doubled'
    if (isPaged) return 'paged'
    if (!rows.some(({ session }) => session === own)) return wrong ?? 'withoutOwn'
    if (truth.habits.idsInTokens || !truth.habits.marks) return null
    const marked = rows.filter(({ isCurrent }) => isCurrent)
    return marked.length === 1 && marked[0]?.session === own ? null : (wrong ?? 'unmarked')
  }

  /** Whether one session of a list has a name. */
  const isNamedOnce = ({ uids }: Observation, name: string): boolean =>
    truth.sessions.filter((each) => uids.has(each.uid) && each.name === name).length === 1

  /** Whether no other session of a list has the name of this one, but those that this app ended for certain. */
  function isAloneIn({ uids }: Observation, { uid, name }: TrueSession): boolean {
    const hasEnded = (other: number): boolean => answers(other).some(({ status }) => status < 300)
    return !truth.sessions.some(
      (each) => each.uid !== uid && uids.has(each.uid) && each.name === name && !hasEnded(each.uid),
    )
  }

  /** How long after the first good list without it another one proves that a session is gone: longer if it is young, ms. */
  const proofMs = ({ since }: TrueSession, { answeredAt }: Observation): number =>
    // Those that a life begins with are old.
    since > 0 && answeredAt - since < YOUNG_MS ? LONG_LOOK_MS : APART_MS

  /** Whether these lists prove that a session is gone that they showed. */
  function isMissedTwice(lists: readonly Observation[], session: TrueSession): boolean {
    const [first, ...more] = lists
      .slice(lists.findLastIndex(({ uids }) => uids.has(session.uid)) + 1)
      .filter(({ flaw }) => flaw === null)
    return more.some((list) => list.askedAt - (first?.answeredAt ?? 0) >= proofMs(session, list))
  }

  /** The other sessions of its name that a list shows after one with this session and before another one with it. */
  function inTurnWith({ uid, userId, name }: TrueSession, lists: readonly Observation[]): TrueSession[] {
    const hasIt = ({ uids }: Observation): boolean => uids.has(uid)
    const between = lists.slice(lists.findIndex(hasIt) + 1, lists.findLastIndex(hasIt))
    return truth.sessions.filter(
      (other) =>
        other.uid !== uid &&
        other.userId === userId &&
        other.name === name &&
        between.some(({ uids }) => uids.has(other.uid)),
    )
  }

  return {
    observations,
    answers,
    hasSeen: (uid, base) =>
      [...byUser.values()].flat().some((seen) => (base ?? seen.base) === seen.base && seen.uids.has(uid)),
    sent: (uid, at) => void sent.set(uid, [...(sent.get(uid) ?? []), at]),
    strayed: (uid) => void strayed.add(uid),
    wasSent: (uid) => sent.has(uid),
    wasAlwaysAnswered: (uid) => answers(uid).length >= (sent.get(uid)?.length ?? 0),
    wasKnownWhenSent: (uid, base) =>
      [...byUser.values()]
        .flat()
        .some(
          (seen) =>
            seen.base === base && seen.uids.has(uid) && seen.answeredAt <= (sent.get(uid)?.at(-1) ?? 0),
        ),
    hasStrayed: (uid) => strayed.has(uid),
    listed(listed, askedAt, answeredAt, isWaiting) {
      const { own, rows } = listed
      const uids = new Set(
        rows.filter(({ session, id }) => session.id === id).map(({ session }) => session.uid),
      )
      const all = byUser.get(own.userId) ?? []
      const usedAt = new Map(rows.map(({ session, usedAt: at }) => [session.uid, at]))
      const { uid, userId, base } = own
      const marked = rows.filter(({ isCurrent }) => isCurrent).map(({ session }) => session.uid)
      const onlyMarked = marked.length === 1 ? (marked[0] ?? null) : null
      const seen = { uids, usedAt, onlyMarked, flaw: flawOf(listed) }
      all.push({ userId, base, own: uid, askedAt, answeredAt, isWaiting, ...seen })
      byUser.set(own.userId, all)
    },
    started(at, losers) {
      startedAt = at
      for (const userId of losers) forgotAt.set(userId, at)
    },
    endedAll: (userId, at) => void endsOfAll.push({ userId, at, since: startedAt }),
    seemedEndedWithAll(session, base) {
      const { uid, userId, until } = session
      const end = endsOfAll.find((each) => each.userId === userId && each.at >= (until ?? Infinity))
      // A list that lacks others for the first time waits for a second one.
      const isJudged = ({ answeredAt }: Observation, at: number): boolean => at - answeredAt >= LONG_LOOK_MS
      const all = observations(userId).filter(
        (list) => end && list.base === base && isJudged(list, end.at) && list.askedAt >= end.since,
      )
      // A list that shows it again takes back what those before said.
      const [first, ...more] = all
        .slice(all.findLastIndex(({ uids }) => uids.has(uid)) + 1)
        .filter(({ flaw, answeredAt }) => flaw === null && answeredAt >= (until ?? 0))
      const isProved = more.some(
        (list) => list.askedAt - (first?.answeredAt ?? Infinity) >= proofMs(session, list),
      )
      return end !== undefined && !isProved
    },
    deleted: (uid, status, at) => void deletes.push({ uid, status, at }),
    doubtThatGone(session) {
      const after = misses(session)
      const answered = answers(session.uid).findLast(({ status }) => status === 404 || status < 300)
      const isProved = (good: Observation[]): boolean =>
        good.some(
          (list) =>
            (answered !== undefined && list.askedAt >= answered.at) ||
            list.askedAt - (good[0]?.answeredAt ?? Infinity) >= proofMs(session, list),
        )
      if (after.some(isProved)) return null
      if (after.some(({ length }) => length > 0)) return { grade: 'one list', why: 'one good list' }
      const flaw = observations(session.userId).at(-1)?.flaw ?? null
      if (flaw === null) return { grade: 'a list with it', why: 'it is listed' }
      return { grade: FOREIGN.includes(flaw) ? 'a foreign list' : 'a partial list', why: flaw }
    },
    certainRenewal(session, base) {
      const all = observations(session.userId).filter((list) => list.base === base)
      const at = all.findLastIndex(({ uids }) => uids.has(session.uid))
      const [last, next] = [all[at], all[at + 1]]
      if (!last || !next || last.flaw !== null || next.flaw !== null) return null
      if ([last, next, ...all.slice(at + 2, at + 3)].some(({ isWaiting }) => isWaiting)) return null
      const heir = truth.sessions.find(
        (other) => other !== session && other.device === session.device && next.uids.has(other.uid),
      )
      if (!heir || all.slice(0, at + 1).some(({ uids }) => uids.has(heir.uid))) return null
      // A new sign-in may get an ended session's id, and a DELETE whose answer says nothing may have ended this one.
      const statuses = answers(session.uid).map(({ status }) => status)
      const isUnsure = !statuses.includes(404) || statuses.some((status) => status < 300)
      const wasSent = sent.has(session.uid) || strayed.has(session.uid)
      if (heir.id === session.id || (wasSent && isUnsure)) return null
      // So may one for another session that had this one's id.
      const hadItsId = ({ uid, userId, id }: TrueSession): boolean =>
        uid !== session.uid && userId === session.userId && id === session.id && sent.has(uid)
      if (truth.sessions.some(hadItsId)) return null
      // A new session with the id of one that was listed takes its place at once, before a second list lacks this one.
      const hadHeirsId = ({ uid, userId, id }: TrueSession): boolean =>
        uid !== heir.uid && userId === heir.userId && id === heir.id
      const known = new Set(all.slice(0, at + 1).flatMap(({ uids }) => [...uids]))
      if (truth.sessions.some((other) => hadHeirsId(other) && known.has(other.uid))) return null
      // The times of use of the last minutes before a process was killed need not be on disk.
      const isStored = ({ answeredAt }: Observation): boolean =>
        last.answeredAt >= startedAt || answeredAt <= startedAt - USE_DELAY_MS
      const stored = all.slice(0, at + 1).findLast((list) => list.uids.has(session.uid) && isStored(list))
      const usedAt = stored?.usedAt.get(session.uid) ?? null
      const wasUsed = usedAt !== null && truth.time() - usedAt < DAY_MS
      // The rule applies once a second list lacks the session.
      const second = all
        .slice(at + 1)
        .find(({ flaw, askedAt }) => flaw === null && askedAt - next.answeredAt >= APART_MS)
      // While a DELETE is under way, what is gone may be its doing; its answer comes too late.
      const proof = second ?? next
      const isBefore = (at: number): boolean => at <= proof.answeredAt
      const [asked, answered] = [sent.get(session.uid) ?? [], answers(session.uid).map((each) => each.at)]
      if (asked.filter(isBefore).length > answered.filter(isBefore).length) return null
      // A process that started since may have seen none of these.
      const first = all.slice(at + 1).find(({ answeredAt }) => answeredAt >= startedAt)
      const isUnique = [last, next, second, first].every((list) => !list || isNamedOnce(list, session.name))
      // Servers that are not of one moment show several of a name in turns: until lists prove another one of them to be gone,
      // nothing tells which of them became the heir, nor that the heir is not one more.
      const proved = all.findIndex((_, to) => to > at && isMissedTwice(all.slice(0, to + 1), session))
      const [before, since] = [all.slice(0, at + 1), all.slice(at + 1, proved < 0 ? all.length : proved + 1)]
      const mayBeThere = (other: TrueSession): boolean =>
        since.some(({ uids }) => uids.has(other.uid)) || !isMissedTwice(before, other)
      const inTurn = [session, heir].flatMap((each) => inTurnWith(each, [...before, ...since]))
      if (inTurn.some((other) => other !== session && other !== heir && mayBeThere(other))) return null
      return wasUsed && isUnique && session.name === heir.name ? heir : null
    },
    mayBeRenewal(one, other, base) {
      const [before, after] = one.uid < other.uid ? [one, other] : [other, one]
      if (before.userId !== after.userId || before.name !== after.name) return false
      if (before.isOurs && after.isOurs && before.base === after.base) return true
      const all = observations(before.userId).filter((list) => list.base === base)
      const since = forgotAt.get(before.userId) ?? -Infinity
      return [all, all.filter(({ askedAt }) => askedAt >= since)].some((lists) => {
        if (lists.some(({ uids }) => uids.has(before.uid) && uids.has(after.uid))) return false
        const last = lists.findLast(({ uids }) => uids.has(before.uid))
        const first = lists.find(({ uids }) => uids.has(after.uid))
        return (!last || isAloneIn(last, before)) && (!first || isAloneIn(first, after))
      })
    },
    looksRenewed(session, base, since) {
      const all = observations(session.userId).filter((list) => list.base === base)
      const at = all.findIndex(({ uids, answeredAt }) => answeredAt >= since && uids.has(session.uid))
      const first = all[at]
      if (!first) return false
      return truth.sessions.some(({ uid, name }) => {
        const last = all.slice(0, at).findLastIndex(({ uids }) => uids.has(uid))
        const misses = all
          .slice(last + 1, at)
          .filter(({ flaw, answeredAt }) => flaw === null && answeredAt >= since)
        const mayBeListed = last >= 0 && misses.length <= UNPROVEN_MISSES
        return name === session.name && mayBeListed && !first.uids.has(uid)
      })
    },
  }
}
