import type { ReadDevice } from './device.ts'
import { neutralise } from './session-name.ts'
import type { Words } from './words.ts'

/** The longest alias and note that are kept, in UTF-16 units. */
export const LONGEST_ALIAS = 80
/** See LONGEST_ALIAS. */
export const LONGEST_NOTE = 500

/** A session to be named: `base` is its name before equal ones are numbered. */
export interface Nameable {
  id: number
  base: string
  createdAt: number | null
}

/** A name that was given: the base it was made of, and its number, 1 being the one that is not written. */
export interface GivenName {
  base: string
  number: number
  name: string
}

/** What a device is called in the language of `t`, before its equals are told apart: "Firefox on Ubuntu". */
export function nameOfDevice(raw: string, device: ReadDevice, t: Words): string {
  const { app, platform } = device
  if (device.isPlain) return raw
  if (app !== null && platform !== null) return neutralise(t('naming.on', { app, platform }))
  return app ?? platform ?? raw
}

/**
 * Names that are unlike each other, by id. Equal ones are numbered by age, the oldest without a number. Who was given a
 * number `before` keeps it, also when an older one ends: a name must never come to mean another session.
 */
export function nameApart(
  sessions: readonly Nameable[],
  before: ReadonlyMap<number, GivenName> = new Map(),
): Map<number, GivenName> {
  const given = new Map<number, GivenName>()
  const taken = new Set<string>()
  const next = new Map<string, number>()

  function give(id: number, base: string, number: number): void {
    const name = number === 1 ? base : `${base} (${number})`
    taken.add(name)
    next.set(base, Math.max(next.get(base) ?? 1, number + 1))
    given.set(id, { base, number, name })
  }

  const byAge = sessions.toSorted(
    (a, b) => (a.createdAt ?? Infinity) - (b.createdAt ?? Infinity) || a.id - b.id || 0,
  )
  for (const { id, base } of byAge) {
    const known = before.get(id)
    if (known?.base === base && !taken.has(known.name)) give(id, base, known.number)
  }
  for (const { id, base } of byAge) {
    if (given.has(id)) continue
    let number = next.get(base) ?? 1
    while (taken.has(number === 1 ? base : `${base} (${number})`)) number += 1
    give(id, base, number)
  }
  return given
}
