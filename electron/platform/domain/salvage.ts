import type { z } from 'zod'

/** What could be read of a file; `dropped` counts the parts that could not. */
export interface Salvaged<T> {
  value: T
  dropped: number
}

/**
 * Reads what can be read of a value that does not have a shape: each part with a fault goes by itself, and where that is not
 * enough what it belongs to, such as a row. Null when nothing is left, because the whole is something else.
 */
export function salvage<T>(shape: z.ZodType<T>, raw: unknown): Salvaged<T> | null {
  const sound = shape.safeParse(raw)
  if (sound.success) return { value: sound.data, dropped: 0 }
  const value: unknown = structuredClone(raw)
  for (let dropped = 0; ;) {
    const parsed = shape.safeParse(value)
    if (parsed.success) return { value: parsed.data, dropped }
    const faults = new Map<object, Set<PropertyKey>>()
    for (const { path } of parsed.error.issues) {
      const place = lastThere(value, path)
      if (!place) return null
      faults.set(place.parent, (faults.get(place.parent) ?? new Set()).add(place.key))
    }
    for (const [parent, keys] of faults) {
      dropped += keys.size
      remove(parent, keys)
    }
  }
}

/** The last part of a path that is there: what is missing is a fault of what it should be in. */
function lastThere(
  value: unknown,
  path: readonly PropertyKey[],
): { parent: object; key: PropertyKey } | null {
  let found: { parent: object; key: PropertyKey } | null = null
  let parent = value
  for (const key of path) {
    if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, key)) break
    found = { parent, key }
    parent = Reflect.get(parent, key)
  }
  return found
}

function remove(parent: object, keys: ReadonlySet<PropertyKey>): void {
  if (!Array.isArray(parent)) {
    for (const key of keys) Reflect.deleteProperty(parent, key)
    return
  }
  const left: unknown[] = parent.filter((_, index) => !keys.has(index))
  parent.splice(0, parent.length, ...left)
}
