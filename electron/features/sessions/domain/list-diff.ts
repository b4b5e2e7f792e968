import { DAY_MS } from '../../../shared/dates.ts'
import { groupBy } from '../../../shared/group-by.ts'
import { timeOfUse } from '../../../shared/last-use.ts'
import { isSameSession, type ApiSession } from '../../../domain/api-session.ts'

/** The fields of a known session that the comparison needs. */
export type Listed = Pick<ApiSession, 'id' | 'name' | 'isCurrent' | 'createdAt'>

/** What the caller knows about pairs of sessions that may be one device before and after a renewal. */
export interface RenewalFacts<Before extends Listed> {
  /** False for a pair that cannot be a renewal. */
  isPossible(before: Before, after: ApiSession): boolean
  /** Whether this app ended a session: if it is not listed, no other one can be mistaken for it. */
  isEnded(before: Before): boolean
  /** Whether a session was used so recently that its device may have renewed it. */
  isInUse(before: Before): boolean
  /** Whether this app had the token of a session. */
  isOwn(before: Before): boolean
  /** Whether this app renewed the token of a session itself. */
  isOwnRenewal(after: ApiSession): boolean
}

/** The comparison of two lists: each session of either is in exactly one of the five. */
export interface ListDiff<Before extends Listed> {
  appeared: ApiSession[]
  /** Appeared with the name of a vanished session; may be the same device with a new token. */
  perhapsRenewed: ApiSession[]
  vanished: Before[]
  /** Pairs that certainly are one device with a new token: the name is unique, or this app knows of the renewal. */
  renewed: { before: Before; after: ApiSession }[]
  kept: { before: Before; after: ApiSession }[]
}

/** ms since its last use within which a device may have renewed its token. */
const MAX_UNUSED_MS = DAY_MS

/** Whether a session was used within a day before `now`, epoch ms by the service's clock. */
export function isInUse({ lastUsedAt }: Pick<ApiSession, 'lastUsedAt'>, now: number): boolean {
  return now - (timeOfUse(lastUsedAt) ?? -Infinity) <= MAX_UNUSED_MS
}

/** Compares a fresh list with the sessions known before it. */
export function diffLists<Before extends Listed>(
  known: readonly Before[],
  fresh: readonly ApiSession[],
  { isPossible, isEnded, isInUse: wasInUse, isOwn, isOwnRenewal }: RenewalFacts<Before>,
): ListDiff<Before> {
  const before = new Map(known.map((session) => [session.id, session]))
  const after = new Map(fresh.map((session) => [session.id, session]))
  const diff: ListDiff<Before> = { appeared: [], perhapsRenewed: [], vanished: [], renewed: [], kept: [] }

  const unlisted: Before[] = []
  for (const session of before.values()) {
    const same = after.get(session.id)
    if (same && isSameDevice(session, same)) diff.kept.push({ before: session, after: same })
    else unlisted.push(session)
  }
  const gone = groupBy(unlisted, ({ name }) => name)
  const namesakes = [...before.values()].filter((session) => after.has(session.id) || !isEnded(session))
  const [knownNames, freshNames] = [countNames(namesakes), countNames(after.values())]
  const hasOwn = known.some(({ isCurrent }) => isCurrent)
  const showsOwn = fresh.some(({ isCurrent }) => isCurrent)

  function isCertain(candidate: Before, session: ApiSession): boolean {
    // Only one session is this device, so its pair is certain even if names are not unique.
    const isOnlyOne = gone.get(candidate.name)?.length === 1
    // While this device is known, before or now, its renewal is that of no other session.
    const mayBeOwn = isOwn(candidate) || !(hasOwn || showsOwn)
    if (session.isCurrent || (isOwnRenewal(session) && isOnlyOne && mayBeOwn)) return true
    const isUnique = knownNames.get(candidate.name) === 1 && freshNames.get(candidate.name) === 1
    return isUnique && candidate.id !== session.id && wasInUse(candidate)
  }

  for (const session of after.values()) {
    const same = before.get(session.id)
    if (same && isSameDevice(same, session)) continue
    // A renewal keeps which session is this device, even if that has another name.
    const alike = session.isCurrent ? [...gone.values()].flat() : (gone.get(session.name) ?? [])
    const candidate =
      alike.find((each) => each.isCurrent === session.isCurrent && isPossible(each, session)) ??
      // Only its renewal may have shown which session this device had.
      (session.isCurrent && !hasOwn
        ? alike.find((each) => each.name === session.name && isOwn(each) && isPossible(each, session))
        : null)
    if (!candidate) diff.appeared.push(session)
    else if (!isCertain(candidate, session)) diff.perhapsRenewed.push(session)
    else {
      diff.renewed.push({ before: candidate, after: session })
      const others = gone.get(candidate.name) ?? []
      gone.set(
        candidate.name,
        others.filter((each) => each !== candidate),
      )
    }
  }
  diff.vanished = [...gone.values()].flat()
  return diff
}

/** Of two with one id; a service may renew this device's token in place, which changes the creation time but not the id. */
function isSameDevice(before: Listed, after: ApiSession): boolean {
  return isSameSession(before, after) || (before.isCurrent && after.isCurrent)
}

function countNames(sessions: Iterable<Listed>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { name } of sessions) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
