import type { z } from 'zod'

/** The valid parts of a value; `dropped` is the number of the others, those included that the schema replaced. */
export interface PartialContent<T> {
  value: T
  dropped: number
}

/**
 * Parses a value and drops the parts that do not match the schema; if a part is required, it drops the object that
 * contains it, such as a row. `fallback` has values for parts of the whole. Null if nothing is left.
 */
export function parsePartially<T extends object>(
  schema: z.ZodType<T>,
  raw: unknown,
  fallback: Partial<T> = {},
): PartialContent<T> | null {
  const complete = schema.safeParse(raw)
  if (complete.success) return { value: complete.data, dropped: countReplaced(raw, complete.data) }
  const value: unknown = structuredClone(raw)
  for (let dropped = 0; ;) {
    const parsed = schema.safeParse(value)
    if (parsed.success) return { value: parsed.data, dropped: dropped + countReplaced(value, parsed.data) }
    const faults = new Map<object, Set<PropertyKey>>()
    for (const { path } of parsed.error.issues) {
      const fault = lastExisting(value, path)
      if (fault) faults.set(fault.parent, (faults.get(fault.parent) ?? new Set()).add(fault.key))
      else if (!fill(value, path[0], fallback)) return null
      else dropped += 1
    }
    for (const [parent, keys] of faults) {
      dropped += keys.size
      remove(parent, keys)
    }
  }
}

/** Gives the whole a part that it lacks, and returns whether it could. */
function fill(whole: unknown, key: PropertyKey | undefined, fallback: object): boolean {
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return false
  if (key === undefined || !Object.hasOwn(fallback, key) || Object.hasOwn(whole, key)) return false
  return Reflect.set(whole, key, structuredClone(Reflect.get(fallback, key)))
}

/** Counts the parts for which a schema took another value, as its `catch` does for an invalid one. */
function countReplaced(raw: unknown, parsed: unknown): number {
  if (typeof parsed !== 'object' || parsed === null || typeof raw !== 'object' || raw === null)
    return raw === parsed ? 0 : 1
  let replaced = 0
  for (const [key, part] of Object.entries(parsed))
    if (Object.hasOwn(raw, key)) replaced += countReplaced(Reflect.get(raw, key), part)
  return replaced
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
