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

/** Returns the key by which equal device names are numbered; the same in every language. */
export function nameKey(raw: string, device: ParsedDevice): string {
  return seenName(nameOfDevice(raw, device, (_key, { app, platform } = {}) => `${app} on ${platform}`))
}

/** Whether a name is the placeholder of a session that has none at its service. */
export function isUnnamed(name: string, id: number | null): boolean {
  return name === `#${id}`
}

/** Returns a name with its number among equal ones; omits the number 1. */
export function numberedName(base: string, number: number): string {
  return number === 1 ? base : `${base} (${number})`
}

/** A session with its number; `name` is the service name. */
export interface NumberedSession {
  name: string
  number: number
}

/**
 * Creates a function that assigns a number to each service name it gets: the lowest one whose numbered name no `known`
 * session and no `taken` name has, and that it did not assign before. Reads `known` and `taken` at its first call.
 */
export function createNumbering(
  known: Iterable<NumberedSession>,
  keyOf: (raw: string) => string,
  taken: Iterable<string> = [],
): (raw: string) => number {
  let names: Set<string> | null = null
  const next = new Map<string, number>()
  return (raw) => {
    names ??= new Set([
      ...[...known].map(({ name, number: own }) => numberedName(keyOf(name), own)),
      ...[...taken].map(seenName),
    ])
    const key = keyOf(raw)
    let number = next.get(key) ?? 1
    while (names.has(numberedName(key, number))) number += 1
    names.add(numberedName(key, number))
    next.set(key, number + 1)
    return number
  }
}

/** A session that may have the same name as others; `key` and `firstSeenAt` are Infinity for one that is not recorded yet. */
export interface Twin {
  key: number
  number: number
  signedInAt: number | null
  firstSeenAt: number
}

/** What tells a session from others of its name: the text of its sign-in time, its number, both, or neither. */
export interface Mark {
  date: string | null
  number: number
}

/**
 * Returns what tells each session from those of its name that were known before it: its sign-in day, or else the time
 * too, or else its number. So a name stays the same when a later session has it too. The first one has no mark.
 */
export function tellApart<T extends Twin>(
  twins: Iterable<T>,
  keyOf: (twin: T) => string,
  dates: { day(at: number): string; moment(at: number): string },
): Map<T, Mark> {
  const marks = new Map<T, Mark>()
  for (const group of groupBy(twins, keyOf).values()) {
    const taken = new Set<string>()
    const later = group.sort(byAppearance).slice(1)
    for (const twin of later) marks.set(twin, markOf(twin, taken, dates))
  }
  return marks
}

/** Compares by the lists in which sessions appeared, those of one list by their numbers. Clocks may go back between two lists. */
function byAppearance(a: Twin, b: Twin): number {
  return a.firstSeenAt === b.firstSeenAt ? a.number - b.number : a.key - b.key
}

function markOf(
  { signedInAt, number }: Twin,
  taken: Set<string>,
  dates: { day(at: number): string; moment(at: number): string },
): Mark {
  if (signedInAt === null) return { date: null, number }
  const day = dates.day(signedInAt)
  const date = taken.has(day) ? dates.moment(signedInAt) : day
  if (taken.has(date)) return { date, number }
  taken.add(date)
  return { date, number: 1 }
}

/** Returns a name with its mark in the language of `t`, such as "OkHttp (signed in Aug 3)". */
export function markedName(base: string, mark: Mark | undefined, t: Translate): string {
  if (!mark) return base
  const { date, number } = mark
  return numberedName(date === null ? base : t('deviceName.signedIn', { name: base, date }), number)
}

/** Sorts sessions in the order in which they are numbered: oldest first, unknown age last, then by id. */
export function byAge<S extends SessionIdentity>(sessions: readonly S[]): S[] {
  return sessions.toSorted(
    (a, b) => (a.createdAt ?? Infinity) - (b.createdAt ?? Infinity) || a.id - b.id || 0,
  )
}

/**
 * Returns unique names by session id. Names can coincide in one language only; an alias then stays unchanged, and the
 * other name gets a number.
 */
export function distinctNames(
  sessions: readonly { id: number; name: string; isAlias: boolean }[],
): Map<number, string> {
  const result = new Map<number, string>()
  const taken = new Set<string>()
  const aliasesFirst = [
    ...sessions.filter((entry) => entry.isAlias),
    ...sessions.filter((entry) => !entry.isAlias),
  ]
  for (const { id, name } of aliasesFirst) {
    const seen = seenName(name)
    let number = 1
    while (taken.has(numberedName(seen, number))) number += 1
    taken.add(numberedName(seen, number))
    result.set(id, numberedName(name, number))
  }
  return result
}
