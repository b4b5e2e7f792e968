import type { ToldSession } from './told-session.ts'

/** What has to be remembered of a list to compare the next one with it. */
export type Listed = Pick<ToldSession, 'id' | 'name' | 'isCurrent'>

/** Two lists compared: each session of either is in exactly one of the four. */
export interface ListDiff<Before extends Listed> {
  appeared: ToldSession[]
  vanished: Before[]
  /** Vanished and appeared under one name in one look: probably the same one with a new token. */
  renewed: { before: Before; after: ToldSession }[]
  kept: { before: Before; after: ToldSession }[]
}

/**
 * Compares a fresh list with what was known; `mayRenew` refuses pairs that cannot be a renewal. A list that failed is
 * none: it never gets here.
 */
export function diffOf<Before extends Listed>(
  known: readonly Before[],
  fresh: readonly ToldSession[],
  mayRenew: (before: Before, after: ToldSession) => boolean = () => true,
): ListDiff<Before> {
  const before = new Map(known.map((session) => [session.id, session]))
  const after = new Map(fresh.map((session) => [session.id, session]))
  const kept = [...after.values()].flatMap((session) => {
    const same = before.get(session.id)
    return same ? [{ before: same, after: session }] : []
  })
  const gone = new Map<string, Before[]>()
  for (const session of before.values())
    if (!after.has(session.id)) gone.set(session.name, [...(gone.get(session.name) ?? []), session])

  const appeared: ToldSession[] = []
  const renewed: ListDiff<Before>['renewed'] = []
  for (const session of after.values()) {
    if (before.has(session.id)) continue
    const namesakes = gone.get(session.name) ?? []
    // This device is only ever renewed into itself: nobody else hides behind its name.
    const same = namesakes.find((one) => one.isCurrent === session.isCurrent && mayRenew(one, session))
    if (same) {
      renewed.push({ before: same, after: session })
      gone.set(
        session.name,
        namesakes.filter((one) => one !== same),
      )
    } else appeared.push(session)
  }
  return { appeared, vanished: [...gone.values()].flat(), renewed, kept }
}
