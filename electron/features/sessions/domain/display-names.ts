import { groupBy } from '../../../shared/group-by.ts'
import { seenName } from '../../../shared/same-names.ts'
import type { SessionIdentity } from '../../../shared/session.ts'
import type { ParsedDevice } from './device.ts'
import { sanitize } from '../../../domain/sanitize.ts'
import type { Translate } from '../../../shared/translate.ts'

/** The maximum length of an alias, in UTF-16 units. */
export const MAX_ALIAS_CHARACTERS = 80
/** The maximum length of a note, in UTF-16 units. */
export const MAX_NOTE_CHARACTERS = 500

/** Returns the name of a device in the language of `t`, such as "Pixel 8 · Chrome" or "Firefox on Ubuntu". */
export function nameOfDevice(raw: string, device: ParsedDevice, t: Translate): string {
  const { app, platform, model } = device
  if (device.isCustomName) return raw
  if (model !== null) return sanitize([model, app ?? platform].filter((part) => part !== null).join(' · '))
  if (app !== null && platform !== null) return sanitize(t('deviceName.on', { app, platform }))
  return app ?? platform ?? raw
}

/** Whether a name is the placeholder of a session that has none at its service. */
export function isUnnamed(name: string, id: number | null): boolean {
  return name === `#${id}`
}

/** Returns a name with its number among equal ones; omits the number 1. */
export function numberedName(base: string, number: number): string {
  return number === 1 ? base : `${base} (${number})`
}

/** A recorded session, which may have the same name as others. */
export interface Twin {
  key: number
  signedInAt: number | null
}

/** What tells a session from others of its name: the text of its sign-in time, its number, or both. */
export interface Mark {
  date: string | null
  number: number
}

/**
 * Returns what tells each session from those of its name that were known before it: its sign-in day, or else the time
 * too, or else a number. So a name stays the same when a later session has it too. The first one has no mark.
 */
export function tellApart<T extends Twin>(
  twins: Iterable<T>,
  keyOf: (twin: T) => string,
  dates: { day(at: number): string; moment(at: number): string },
): Map<T, Mark> {
  const marks = new Map<T, Mark>()
  for (const group of groupBy(twins, keyOf).values()) {
    const [first, ...later] = group.sort((a, b) => a.key - b.key)
    // The first one has no date in its name, so that without a date the second one is number 2.
    const counts = new Map<string | null, number>(first ? [[null, 1]] : [])
    for (const twin of later) marks.set(twin, markOf(twin, counts, dates))
  }
  return marks
}

function markOf(
  { signedInAt }: Twin,
  counts: Map<string | null, number>,
  dates: { day(at: number): string; moment(at: number): string },
): Mark {
  const day = signedInAt === null ? null : dates.day(signedInAt)
  const date = signedInAt !== null && counts.has(day) ? dates.moment(signedInAt) : day
  const number = (counts.get(date) ?? 0) + 1
  counts.set(date, number)
  return { date, number }
}

/** Returns a name with its mark in the language of `t`, such as "OkHttp (signed in Aug 3)". */
export function markedName(base: string, mark: Mark | undefined, t: Translate): string {
  if (!mark) return base
  const { date, number } = mark
  return numberedName(date === null ? base : t('deviceName.signedIn', { name: base, date }), number)
}

/** Sorts sessions in the order in which they get their keys: oldest first, unknown age last, then by id. */
export function byAge<S extends SessionIdentity>(sessions: readonly S[]): S[] {
  return sessions.toSorted(
    (a, b) => (a.createdAt ?? Infinity) - (b.createdAt ?? Infinity) || a.id - b.id || 0,
  )
}

/**
 * Returns unique names by key. Aliases may be equal, and names in one language only: the session with the lower key keeps
 * its own, the other one gets a number. What a person wrote comes first, and what the record has before what it has not.
 */
export function distinctNames(
  sessions: readonly { key: number; name: string; isAlias: boolean }[],
): Map<number, string> {
  const result = new Map<number, string>()
  const taken = new Set<string>()
  const inOrder = sessions.toSorted(
    (a, b) => Number(b.isAlias) - Number(a.isAlias) || Math.sign(b.key) - Math.sign(a.key) || a.key - b.key,
  )
  for (const { key, name } of inOrder) {
    const seen = seenName(name)
    let number = 1
    while (taken.has(numberedName(seen, number))) number += 1
    taken.add(numberedName(seen, number))
    result.set(key, numberedName(name, number))
  }
  return result
}
