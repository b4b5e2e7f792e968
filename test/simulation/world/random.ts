import { randomFrom } from '../../support/random.ts'

/** Everything that is left to chance in a life; depends on a seed only. */
export interface Random {
  /** In [0, 1). */
  next(): number
  /** A whole number from 0 to `limit - 1`. */
  below(limit: number): number
  pick<T>(from: readonly T[]): T
}

/** Creates a source of numbers for a seed. */
export function createRandom(seed: number): Random {
  const next = randomFrom(seed)
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    pick(from) {
      const found = from[below(from.length)]
      if (found === undefined) throw new Error('Nothing to pick from')
      return found
    },
  }
}
