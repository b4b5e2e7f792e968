import { isSameSession, type ApiSession } from '../../../core/domain/api-session.ts'

/** What has to be remembered of a list to compare the next one with it. */
export type Listed = Pick<ApiSession, 'id' | 'name' | 'isCurrent' | 'createdAt'>

/** What is known beside the two lists about a pair that may be one device before and after it renewed its token. */
export interface RenewalFacts<Before extends Listed> {
  /** False for a pair that cannot be a renewal. */
  isPossible(before: Before, after: ApiSession): boolean
  /** Whether a session was used so recently that a device is behind it which renews. */
  isInUse(before: Before): boolean
  /** Whether this app renewed the token of a session itself. */
  isOwnRenewal(after: ApiSession): boolean
}

/** Two lists compared: each session of either is in exactly one of the five. */
export interface ListDiff<Before extends Listed> {
  appeared: ApiSession[]
  /** Appeared under the name of one that vanished, without being certain to be the same device. */
  perhapsRenewed: ApiSession[]
  vanished: Before[]
  /** Vanished and appeared under a name that nobody else has: the same device with a new token. */
  renewed: { before: Before; after: ApiSession }[]
  kept: { before: Before; after: ApiSession }[]
}

/** Compares a fresh list with what was known. A list that failed is none: it never gets here. */
export function diffOf<Before extends Listed>(
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
    if (same && isKept(session, same)) diff.kept.push({ before: session, after: same })
    else gone.set(session.name, [...(gone.get(session.name) ?? []), session])
  }
  const [knownNames, freshNames] = [countNames(before.values()), countNames(after.values())]

  function isCertain(one: Before, session: ApiSession): boolean {
    // There is one device that is this one, whatever others call themselves.
    if (session.isCurrent || isOwnRenewal(session)) return true
    const isUnique = knownNames.get(one.name) === 1 && freshNames.get(one.name) === 1
    return isUnique && one.id !== session.id && isInUse(one)
  }

  for (const session of after.values()) {
    const same = before.get(session.id)
    if (same && isKept(same, session)) continue
    const namesakes = gone.get(session.name) ?? []
    // This device is only ever renewed into itself: nobody else hides behind its name.
    const one = namesakes.find((each) => each.isCurrent === session.isCurrent && isPossible(each, session))
    if (!one) diff.appeared.push(session)
    else if (!isCertain(one, session)) diff.perhapsRenewed.push(session)
    else {
      diff.renewed.push({ before: one, after: session })
      gone.set(
        session.name,
        namesakes.filter((each) => each !== one),
      )
    }
  }
  diff.vanished = [...gone.values()].flat()
  return diff
}

/** A service may renew this device's token in place, with another time of creation under the same id. */
function isKept(before: Listed, after: ApiSession): boolean {
  return isSameSession(before, after) || (before.id === after.id && before.isCurrent && after.isCurrent)
}

function countNames(sessions: Iterable<Listed>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { name } of sessions) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
