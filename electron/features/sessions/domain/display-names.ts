import type { SessionIdentity } from '../../../shared/session.ts'
import type { ParsedDevice } from './device.ts'
import { sanitize } from '../../../core/domain/sanitize.ts'
import type { Translate } from '../../../core/domain/translate.ts'

/** The longest alias and note that are kept, in UTF-16 units. */
export const MAX_ALIAS_CHARACTERS = 80
/** See MAX_ALIAS_CHARACTERS. */
export const MAX_NOTE_CHARACTERS = 500

/** What a device is called in the language of `t`, before its equals are told apart: "Firefox on Ubuntu". */
export function nameOfDevice(raw: string, device: ParsedDevice, t: Translate): string {
  const { app, platform } = device
  if (device.isCustomName) return raw
  if (app !== null && platform !== null) return sanitize(t('deviceName.on', { app, platform }))
  return app ?? platform ?? raw
}

/** What equal names have in common whatever the language: numbers are counted by it. */
export function nameKey(raw: string, device: ParsedDevice): string {
  return nameOfDevice(raw, device, (_key, { app, platform } = {}) => `${app} on ${platform}`)
}

/** A name with its number among equal ones; 1 is not written. */
export function numberedName(base: string, number: number): string {
  return number === 1 ? base : `${base} (${number})`
}

/** A session whose number is known; `name` is the raw one. */
export interface NumberedSession {
  name: string
  number: number
}

/**
 * Gives numbers to raw names, one after another: the lowest that makes a name which none of the `known` sessions has, none
 * of the `taken` names is, and none was given before. Nothing is computed before the first one.
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

/** In the order in which new ones are numbered: by age, the oldest first, one of unknown age last. */
export function byAge<S extends SessionIdentity>(sessions: readonly S[]): S[] {
  return sessions.toSorted(
    (a, b) => (a.createdAt ?? Infinity) - (b.createdAt ?? Infinity) || a.id - b.id || 0,
  )
}

/**
 * Names that are unlike each other, by id. They are already, but for two that mean the same in one language only: then
 * what a person wrote stays, and the other gets a number.
 */
export function distinctNames(
  sessions: readonly { id: number; name: string; isWritten: boolean }[],
): Map<number, string> {
  const given = new Map<number, string>()
  const taken = new Set<string>()
  const inOrder = [...sessions.filter((one) => one.isWritten), ...sessions.filter((one) => !one.isWritten)]
  for (const { id, name } of inOrder) {
    let number = 1
    while (taken.has(numberedName(name, number))) number += 1
    taken.add(numberedName(name, number))
    given.set(id, numberedName(name, number))
  }
  return given
}
