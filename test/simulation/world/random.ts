/** Numbers that look random and depend on a seed only (mulberry32). */
export interface Random {
  /** In [0, 1). */
  next(): number
  /** A whole number from 0 to `limit - 1`. */
  below(limit: number): number
  /** Whether something with this probability happens. */
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
}

/** Creates a source of numbers for a 32-bit seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick(from) {
      const found = from[below(from.length)]
      if (found === undefined) throw new Error('Nothing to pick from')
      return found
    },
  }
}
