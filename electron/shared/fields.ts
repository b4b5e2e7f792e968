/** Picks fields of an object, in the order of `keys`. */
export function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  const picked: Partial<Pick<T, K>> = {}
  for (const key of keys) picked[key] = from[key]
  return picked as Pick<T, K>
}

/** Whether two objects have the same values in all fields except these; an absent field is the same as an undefined one. */
export function isSameExcept<T extends object>(a: T, b: T, ...except: readonly (keyof T)[]): boolean {
  const keys = Object.keys({ ...a, ...b }) as (keyof T)[]
  return keys.every((key) => a[key] === b[key] || except.includes(key))
}

/** Whether two objects have the same JSON; faster than comparing that, because most fields are plain. */
export function isSameJson<T extends object>(a: T, b: T): boolean {
  const keys = Object.keys(b) as (keyof T)[]
  const isSame = (key: keyof T): boolean =>
    a[key] === b[key] || (typeof b[key] === 'object' && JSON.stringify(a[key]) === JSON.stringify(b[key]))
  return keys.length === Object.keys(a).length && keys.every(isSame)
}

/** Returns the object with changed fields; the same object if no value differs. */
export function withFields<T extends object>(before: T, change: Partial<T>): T {
  const keys = Object.keys(change) as (keyof T)[]
  return keys.every((key) => before[key] === change[key]) ? before : { ...before, ...change }
}
