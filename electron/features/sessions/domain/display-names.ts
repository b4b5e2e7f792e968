import type { SessionIdentity } from '../../../shared/session.ts'
import type { ParsedDevice } from './device.ts'
import { sanitize } from '../../../domain/sanitize.ts'
import type { Translate } from '../../../domain/translate.ts'

/** The maximum length of an alias, in UTF-16 units. */
export const MAX_ALIAS_CHARACTERS = 80
/** The maximum length of a note, in UTF-16 units. */
export const MAX_NOTE_CHARACTERS = 500

/** Returns the name of a device in the language of `t`, without a number, such as "Firefox on Ubuntu". */
export function nameOfDevice(raw: string, device: ParsedDevice, t: Translate): string {
  const { app, platform } = device
  if (device.isCustomName) return raw
  if (app !== null && platform !== null) return sanitize(t('deviceName.on', { app, platform }))
  return app ?? platform ?? raw
}

/** Returns the key by which equal device names are numbered; the same in every language. */
export function nameKey(raw: string, device: ParsedDevice): string {
  return nameOfDevice(raw, device, (_key, { app, platform } = {}) => `${app} on ${platform}`)
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
      ...taken,
    ])
    const key = keyOf(raw)
    let number = next.get(key) ?? 1
    while (names.has(numberedName(key, number))) number += 1
    names.add(numberedName(key, number))
    next.set(key, number + 1)
    return number
  }
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
    let number = 1
    while (taken.has(numberedName(name, number))) number += 1
    taken.add(numberedName(name, number))
    result.set(id, numberedName(name, number))
  }
  return result
}
