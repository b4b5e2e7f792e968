import type { ListDoubt } from '../../../shared/failure.ts'
import { areTogether, type TokenFacts } from '../../../domain/token-facts.ts'
import { isSameSession, type ApiSession } from '../../../domain/api-session.ts'
import type { HeldSession } from './observations.ts'
import { sortSessions } from '../../../domain/session-order.ts'

/** What the caller knows beside a list. */
export interface GradeFacts {
  /** What the token that fetched the list says about its session; null for an API token, which has none. */
  token: Pick<TokenFacts, 'id' | 'grantedAt' | 'origin' | 'deviceName'> | null
  /** Whether the ids in this service's tokens are known to be ids of sessions. */
  idsAreSessions: boolean
  /** Whether the token may be another one than that of the last list. */
  isFirstOfToken: boolean
  /** Whether it may be another one than that of the last good list. */
  isTokenNew: boolean
  /** When the service made the list, epoch ms by its clock; null if it did not say so. */
  date: number | null
  /** Whether the person signed in since the last good list. */
  isSignedInAnew: boolean
  /** The rows of the last good list, and of partial ones since; null before the first. */
  last: readonly ApiSession[] | null
  /** New sessions that lists showed beside those, and that wait for another one. */
  held: ReadonlyMap<number, Pick<HeldSession, 'session'>>
  /** Whether a good list is among those. */
  isLastGood: boolean
  /** The id of the only session that the list before this one marked; null if it marked none or several. */
  markedBefore: number | null
  /** Whether lists of this token lacked the session that was this device for so long that it is another one now. */
  isOwnOver: boolean
  /** Whether the response to a DELETE of this session arrived before the list was asked for. */
  isEnded(session: ApiSession): boolean
}

/** A list and what may be concluded from it. */
export interface GradedList {
  /**
   * `good`: it is whole and ours. `partial`: what it shows is there, but what it lacks may be there too. `foreign`: it is
   * of somebody else.
   */
  grade: 'good' | 'partial' | 'foreign'
  /** Why it is not good. */
  doubt: ListDoubt | null
  /**
   * Its rows, in the order of `sortSessions`, without new ones whose id is there twice; of a partial list, also those of the last
   * good one that it lacks. The session of the token is the current one, whatever the marks say.
   */
  sessions: readonly ApiSession[]
  /**
   * The ids that are in it more than once, and those that a list in doubt marks beside the session that was this device: a DELETE
   * might end another session than the one that is meant.
   */
  unsureIds: ReadonlySet<number>
  /** The ids of its unmarked sessions that may be this device, if nothing says which one is: a DELETE might sign it out. */
  likelyOwnIds: ReadonlySet<number>
  /** The id of this device's session, as far as its token tells; null if the marks say it. */
  ownId: number | null
  /** `idsAreSessions` of the facts, or true if this list proves it. */
  idsAreSessions: boolean
  /** The id of the only session that the list marks; null if it marks none or several. */
  onlyMarkedId: number | null
  /** The id of a marked session that may be that of a new token, if a second list marks it too; else null. */
  pendingId: number | null
  /**
   * False if neither marks nor tokens tell which session is this device. All that may be it are current then, so that none of
   * them is ended by mistake.
   */
  isDeviceClear: boolean
}

/** For so long after a token was issued, or a session ended, a server may be behind, ms. */
export const MAX_BEHIND_MS = 10_000

/** Grades a fresh list; `isPaged`: the response says that there are more rows. */
export function gradeList(rows: readonly ApiSession[], isPaged: boolean, facts: GradeFacts): GradedList {
  const last = new Map(facts.last?.map((session) => [session.id, session]))
  const lastOwn = facts.token && onlyOne(facts.last?.filter(({ isCurrent }) => isCurrent) ?? [])
  const fresh = new Map<number, ApiSession>()
  const doubledIds = new Set<number>()
  for (const row of rows) {
    if (fresh.has(row.id)) doubledIds.add(row.id)
    else fresh.set(row.id, row)
  }
  for (const id of doubledIds) {
    // Nothing tells which of two rows with one id is that session, unless it was listed before.
    const known = last.get(id)
    if (known) fresh.set(id, known)
    else if (id !== facts.token?.id) fresh.delete(id)
  }
  const marked = rows.filter(({ isCurrent }) => isCurrent)
  const isShared = rows.some((row) =>
    isSameSession(last.get(row.id) ?? facts.held.get(row.id)?.session ?? NONE, row),
  )
  const idsAreSessions = areIdsSessions(fresh, doubledIds, marked, lastOwn, facts)
  const {
    doubt: ownDoubt,
    ownId,
    pendingId = null,
  } = findOwn(fresh, marked, lastOwn, isShared, { ...facts, idsAreSessions })
  const doubt = ownDoubt ?? (doubledIds.size > 0 ? 'listDoubled' : isPaged ? 'listPaged' : null)
  const grade = doubt === null ? 'good' : FOREIGN.has(doubt) ? 'foreign' : 'partial'
  const isDeviceClear = ownId !== null || doubt !== 'listUnclear'
  const mayBeOwn = ({ id, isCurrent }: ApiSession): boolean =>
    isCurrent || (!isDeviceClear && id === facts.token?.id)
  const isOwn = (session: ApiSession): boolean => (ownId === null ? mayBeOwn(session) : session.id === ownId)
  const onlyMarkedId = onlyOne(marked)?.id ?? null
  const isElsewhere = ({ id }: ApiSession): boolean => doubt !== null && ownId !== null && id !== ownId
  const unsureIds = new Set([...doubledIds, ...marked.filter(isElsewhere).map(({ id }) => id)])
  for (const [id, session] of grade === 'partial' ? last : []) if (!fresh.has(id)) fresh.set(id, session)
  const shown = [...fresh.values()]
  const likelyOwn = ownId === null ? shown.filter((row) => isOfSignIn(row, facts.token)) : []
  const likelyOwnIds = new Set(likelyOwn.map(({ id }) => id))
  const ids = { unsureIds, likelyOwnIds, onlyMarkedId, pendingId, ownId }
  const graded = { grade, doubt, ...ids, idsAreSessions, isDeviceClear } as const
  if (grade === 'good' && rows.every((row) => row.isCurrent === isOwn(row)))
    return { ...graded, sessions: rows }
  const sessions = shown.map((session): ApiSession => {
    const isCurrent = isOwn(session)
    return isCurrent === session.isCurrent ? session : { ...session, isCurrent }
  })
  return { ...graded, sessions: sortSessions(sessions) }
}

const FOREIGN: ReadonlySet<string> = new Set(['listForeign', 'listEmpty'] satisfies ListDoubt[])

/** An identity that no session has. */
const NONE = { id: -1, createdAt: null }

/** The only one of these, or null. */
function onlyOne<T>([first, ...more]: readonly T[]): T | null {
  return first !== undefined && more.length === 0 ? first : null
}

/** Whether the ids in tokens are ids of sessions: a row has the token's id, and more than that id says that it is ours. */
function areIdsSessions(
  fresh: ReadonlyMap<number, ApiSession>,
  doubledIds: ReadonlySet<number>,
  marked: readonly ApiSession[],
  lastOwn: ApiSession | null,
  { token, idsAreSessions, isTokenNew, isFirstOfToken, isOwnOver, last, date }: GradeFacts,
): boolean {
  if (token === null || token.id === null) return idsAreSessions
  const { id: tokenId, grantedAt } = token
  const own = fresh.get(tokenId)
  const onlyMark = onlyOne(marked)
  if (!own) {
    // The service kept the session of a renewed token: its ids only looked like those of sessions. Or it is behind.
    const isKept = isTokenNew && token.origin !== 'signIn' && !isJustGranted(token, date)
    return idsAreSessions && !(isKept && onlyMark !== null && onlyMark.id === lastOwn?.id)
  }
  if (lastOwn?.id === tokenId) return true
  // An earlier run may have received the token, and listed its session beside that before.
  const isOfEarlierRun = token.origin === null && isTokenNew && lastOwn !== null && !fresh.has(lastOwn.id)
  // A new token's session cannot have been listed before the token was issued, but its id may.
  const isListed = last?.some((session) => isSameSession(session, own)) ?? false
  if (isFirstOfToken && isListed && !isOfEarlierRun && !isOfGrant(own, token, lastOwn?.name ?? null))
    return false
  if (idsAreSessions) return true
  if (onlyMark?.id === tokenId) return !doubledIds.has(tokenId)
  // A new row with the id of the token, and the name of this device, took the place of its session, or is beside it.
  const isHeir = own.name === lastOwn?.name && (isTokenNew || !fresh.has(lastOwn.id))
  const isMarked = marked.length === 0 || own.isCurrent
  const isKnown = !isOwnOver && !isOfEarlierRun && (last?.some(({ id }) => id === tokenId) ?? false)
  if (isHeir && isMarked && !doubledIds.has(tokenId) && !isKnown) return true
  const isNamed = isOfSignIn(own, token)
  // What is marked beside it is another device if it did not begin with our sign-in, or has not its name.
  const isAnother = (row: ApiSession): boolean =>
    isOlder(row, token) || (isNamed && row.name !== token?.deviceName)
  return areTogether(own.createdAt, grantedAt) && marked.every((row) => row.id === tokenId || isAnother(row))
}

/** The id of this device's session, null if the marks have to say it; and why the list cannot be ours, or not all of it. */
function findOwn(
  fresh: ReadonlyMap<number, ApiSession>,
  marked: readonly ApiSession[],
  lastOwn: ApiSession | null,
  isShared: boolean,
  facts: GradeFacts,
): { doubt: ListDoubt | null; ownId: number | null; pendingId?: number | null } {
  const { token, idsAreSessions, isTokenNew, isSignedInAnew, last, isEnded, markedBefore, isOwnOver } = facts
  const tokenId = token?.id ?? null
  const lack: ListDoubt = isShared ? 'listPartial' : fresh.size === 0 ? 'listEmpty' : 'listForeign'
  const listedOwn = lastOwn && fresh.get(lastOwn.id)
  // Its id may be another one's by now.
  const isAnother = listedOwn && !isSameSession(listedOwn, lastOwn) && listedOwn.name !== lastOwn.name
  const lastOwnId = isAnother ? null : (lastOwn?.id ?? null)
  if (idsAreSessions && tokenId !== null) {
    const own = fresh.get(tokenId)
    if (own && isStale(own, lastOwn, facts)) return { doubt: 'listUnclear', ownId: null }
    if (own) return { doubt: null, ownId: tokenId }
    // The last list may have shown the session of a new token beside that of the one before, or another one with its id.
    const ownName = token?.deviceName ?? lastOwn?.name
    const isItsOwn = ({ id, name }: ApiSession): boolean =>
      id === tokenId && (ownName === undefined || name === ownName)
    const isListed = last?.some(isItsOwn) ?? false
    return { doubt: lack, ownId: isListed ? tokenId : lastOwnId }
  }
  if (lastOwn && !isOwnOver) {
    const mark = onlyOne(marked)
    const isRenewed = isTokenNew && (isShared || mark?.name === lastOwn.name)
    const mayMove = mark !== null && (isSignedInAnew || isRenewed)
    const isProven = mayMove && (mark.id === markedBefore || isOfGrant(mark, token, lastOwn.name))
    if (mark && isProven) return { doubt: null, ownId: mark.id }
    const isRepeated = mark !== null && mark.id === lastOwn.id && mark.id === markedBefore
    // A new row with the id and the name of a new token may be this device, whatever one list marks.
    if (!isRepeated && isNewRowOf(fresh.get(tokenId ?? NONE.id), lastOwn, facts))
      return { doubt: 'listUnclear', ownId: null }
    if (mark?.id === lastOwn.id) return { doubt: null, ownId: mark.id }
    const doubt = mayMove || listedOwn ? 'listUnclear' : lack
    // Nobody may end what probably is this device, even if only a list before this one showed it.
    const rows = isSignedInAnew ? [...fresh.values(), ...(last ?? []).filter(({ id }) => !fresh.has(id))] : []
    // What began before it, as this device before another sign-in just now, cannot follow it.
    const mayFollow = ({ id, createdAt }: ApiSession): boolean =>
      id !== lastOwn.id && (createdAt ?? 0) >= (lastOwn.createdAt ?? 0)
    const likely = onlyOne(rows.filter((row) => mayFollow(row) && isOfSignIn(row, token)))
    return { doubt, ownId: likely?.id ?? lastOwnId, pendingId: mayMove ? mark.id : null }
  }
  const rows = [...fresh.values()]
  // Without any mark, a list is ours if it shares a row with the last one, unless this app ended all of those; or nothing of it
  // need have been known before a sign-in, which it must show if it names and dates its rows as that did.
  const mayLackSignIn =
    isOwnOver || token?.deviceName === null || rows.every(({ createdAt }) => createdAt === null)
  const isAnyOurs =
    last === null || last.every(isEnded) || (isSignedInAnew && rows.length > 0 && mayLackSignIn)
  const areDoubtful = areMarksDoubtful(fresh, marked, facts)
  // A list that shows this device beats one of before that did not, which may have been of somebody else.
  const isRenewal = (row: ApiSession): boolean =>
    token?.origin === 'renewal' && (last?.some(({ name }) => isOfGrant(row, token, name)) ?? false)
  const isSignedIn = rows.some((row) => isOfSignIn(row, token) || isRenewal(row))
  const isMarkedAgain = token !== null && marked.some(({ id }) => id === markedBefore)
  const hasDevice = !areDoubtful && (isSignedIn || isMarkedAgain)
  if (!isAnyOurs && !isShared && !hasDevice) return { doubt: lack, ownId: null }
  return { doubt: areDoubtful ? 'listUnclear' : null, ownId: null }
}

/** Whether a row, which has the id of a new token, was not listed before and may have begun with it. */
function isNewRowOf(
  row: ApiSession | undefined,
  lastOwn: ApiSession,
  { token, isTokenNew, last }: GradeFacts,
): boolean {
  if (!row || !isTokenNew || row.name !== (token?.deviceName ?? lastOwn.name) || isOlder(row, token))
    return false
  return !(last?.some(({ id }) => id === row.id) ?? false)
}

/**
 * Whether the marks of a list do not tell which session is this device, although nothing else does: there are several; or the
 * token has the id of another row, or is not from when the marked session began; or the last good list marked nothing, and may
 * have been for the same token, of this run or of one before. Such a mark may make somebody else's session this device, and
 * nobody would be alerted. A second list with the same mark settles it.
 */
function areMarksDoubtful(
  fresh: ReadonlyMap<number, ApiSession>,
  marked: readonly ApiSession[],
  { token, isTokenNew, isSignedInAnew, isLastGood, markedBefore }: GradeFacts,
): boolean {
  if (token === null || marked.length === 0) return false
  const mark = onlyOne(marked)
  if (mark === null) return true
  const signedIn = [...fresh.values()].filter((row) => isOfSignIn(row, token))
  // Not even twice it is believed against the row of our own sign-in.
  if (token.origin === 'signIn' && signedIn.length > 0 && !isOfSignIn(mark, token)) return true
  if (mark.id === markedBefore) return false
  if (token.origin !== null && !isOfGrant(mark, token, null)) return true
  const named = fresh.get(token.id ?? NONE.id)
  const mayBeSameToken = !isTokenNew || token.origin === null
  const isSudden = isLastGood && mayBeSameToken && !isSignedInAnew && !isOfSignIn(mark, token)
  return isSudden || (named !== undefined && named.id !== mark.id && !isOlder(named, token))
}

/**
 * Whether a row with the id of a new token may be another session that had this id before: a server that is behind shows it,
 * but not for long. Marked, it is ours.
 */
function isStale(
  row: ApiSession,
  lastOwn: ApiSession | null,
  { token, isTokenNew, date }: GradeFacts,
): boolean {
  const name = token?.deviceName ?? lastOwn?.name ?? row.name
  return (
    isTokenNew && isJustGranted(token, date) && !row.isCurrent && (row.name !== name || isOlder(row, token))
  )
}

/** Whether a token was issued so recently that the server of a list of this time may be behind. */
export function isJustGranted(token: Pick<TokenFacts, 'grantedAt'> | null, date: number | null): boolean {
  return date !== null && date - (token?.grantedAt ?? -Infinity) < MAX_BEHIND_MS
}

/** Whether a session has the name and the time of the sign-in or the renewal that issued a token; `lastName` is that before it. */
function isOfGrant(
  { name, createdAt }: ApiSession,
  token: GradeFacts['token'],
  lastName: string | null,
): boolean {
  const expected = token?.deviceName ?? lastName
  return token !== null && (expected ?? name) === name && areTogether(createdAt, token.grantedAt)
}

/** Whether a session has the name and the time of the sign-in that issued a token. */
function isOfSignIn(session: ApiSession, token: GradeFacts['token']): boolean {
  return token !== null && token.deviceName !== null && isOfGrant(session, token, null)
}

/** Whether a session cannot be that of a token, because it did not begin when a sign-in issued that token. */
function isOlder({ createdAt }: ApiSession, token: GradeFacts['token']): boolean {
  // A renewal may keep the time of its session.
  return token?.origin === 'signIn' && createdAt !== null && !areTogether(createdAt, token.grantedAt)
}
