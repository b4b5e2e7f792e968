import { isSameSession, type ApiSession } from '../../../core/domain/api-session.ts'

/** The fields of a listed session that the next comparison needs. */
export type Listed = Pick<ApiSession, 'id' | 'name' | 'isCurrent' | 'createdAt'>

/** Facts beside the two lists, about pairs that may be one device before and after a renewal. */
export interface RenewalFacts<Before extends Listed> {
  /** False for a pair that cannot be a renewal. */
  isPossible(before: Before, after: ApiSession): boolean
  /** Whether a session was used so recently that its device may have renewed it. */
  isInUse(before: Before): boolean
  /** Whether this app renewed the token of a session itself. */
  isOwnRenewal(after: ApiSession): boolean
}

/** The comparison of two lists: each session of either is in exactly one of the five. */
export interface ListDiff<Before extends Listed> {
  appeared: ApiSession[]
  /** Appeared under the name of a vanished session, possibly the same device. */
  perhapsRenewed: ApiSession[]
  vanished: Before[]
  /** Vanished and appeared under a unique name: the same device with a new token. */
  renewed: { before: Before; after: ApiSession }[]
  kept: { before: Before; after: ApiSession }[]
}

/** Compares a fresh list with the sessions known before. */
export function diffLists<Before extends Listed>(
  known: readonly Before[],
  fresh: readonly ApiSession[],
  { isPossible, isInUse, isOwnRenewal }: RenewalFacts<Before>,
): ListDiff<Before> {
  const before = new Map(known.map((session) => [session.id, session]))
  const after = new Map(fresh.map((session) => [session.id, session]))
  const diff: ListDiff<Before> = { appeared: [], perhapsRenewed: [], vanished: [], renewed: [], kept: [] }

  const gone = new Map<string, Before[]>()
  for (const session of before.values()) {
    const same = after.get(session.id)
    if (same && isSameDevice(session, same)) diff.kept.push({ before: session, after: same })
    else gone.set(session.name, [...(gone.get(session.name) ?? []), session])
  }
  const [knownNames, freshNames] = [countNames(before.values()), countNames(after.values())]

  function isCertain(candidate: Before, session: ApiSession): boolean {
    // Only one session is this device, so its pair is certain even if names are not unique.
    if (session.isCurrent || isOwnRenewal(session)) return true
    const isUnique = knownNames.get(candidate.name) === 1 && freshNames.get(candidate.name) === 1
    return isUnique && candidate.id !== session.id && isInUse(candidate)
  }

  for (const session of after.values()) {
    const same = before.get(session.id)
    if (same && isSameDevice(same, session)) continue
    const namesakes = gone.get(session.name) ?? []
    // This device is renewed only into itself.
    const candidate = namesakes.find(
      (each) => each.isCurrent === session.isCurrent && isPossible(each, session),
    )
    if (!candidate) diff.appeared.push(session)
    else if (!isCertain(candidate, session)) diff.perhapsRenewed.push(session)
    else {
      diff.renewed.push({ before: candidate, after: session })
      gone.set(
        session.name,
        namesakes.filter((each) => each !== candidate),
      )
    }
  }
  diff.vanished = [...gone.values()].flat()
  return diff
}

/** A service may renew this device's token in place, which changes the creation time but not the id. */
function isSameDevice(before: Listed, after: ApiSession): boolean {
  return isSameSession(before, after) || (before.id === after.id && before.isCurrent && after.isCurrent)
}

function countNames(sessions: Iterable<Listed>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { name } of sessions) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
