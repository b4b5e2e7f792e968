import type { z } from 'zod'

/** The valid parts of a value; `dropped` is the number of the others. */
export interface PartialContent<T> {
  value: T
  dropped: number
}

/**
 * Parses a value and drops the parts that do not match the schema; if a part is required, it drops the object that
 * contains it, such as a row. Null if nothing is left.
 */
export function parsePartially<T>(schema: z.ZodType<T>, raw: unknown): PartialContent<T> | null {
  const complete = schema.safeParse(raw)
  if (complete.success) return { value: complete.data, dropped: 0 }
  const value: unknown = structuredClone(raw)
  for (let dropped = 0; ;) {
    const parsed = schema.safeParse(value)
    if (parsed.success) return { value: parsed.data, dropped }
    const faults = new Map<object, Set<PropertyKey>>()
    for (const { path } of parsed.error.issues) {
      const fault = lastExisting(value, path)
      if (!fault) return null
      faults.set(fault.parent, (faults.get(fault.parent) ?? new Set()).add(fault.key))
    }
    for (const [parent, keys] of faults) {
      dropped += keys.size
      remove(parent, keys)
    }
  }
}

/** Finds the last existing part of a path: if a required part is missing, its container is at fault. */
function lastExisting(
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
