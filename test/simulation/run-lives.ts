import fc from 'fast-check'
import { lives, type Life } from './events.ts'
import { withDamage } from './damage.ts'
import { live } from './life.ts'

/** How often a kind of violation was found, and the first life that showed it. */
export interface Found {
  lives: number
  seed: number
  text: string
}

/** A failing life with only the events that matter. */
export interface Shrunk {
  life: Life
  story: readonly string[]
}

/** The number of events of a life, at most. */
const LENGTH = 100
const SHRINK_LIMIT_MS = 30_000

/** Whether files are damaged in the life of a seed, unless somebody asks for it: in every fifth. */
const isDamagedAt = (seed: number): boolean => seed % 5 === 0

/** The life of a seed, with damaged files or without. */
export function lifeOf(seed: number, isDamaged = isDamagedAt(seed)): Life {
  const all: Life[] = []
  const first = fc.property(lives(LENGTH), (life) => void all.push(life))
  fc.check(first, { seed, numRuns: 1 })
  const [life] = all
  if (!life) throw new Error('No life')
  return isDamaged ? withDamage(seed, life) : life
}

/** Lives the lives of these seeds; `progress` hears of each. Returns what was found, by kind. */
export async function liveAll(
  seeds: Iterable<number>,
  progress: (seed: number) => void = () => undefined,
  isDamaged?: boolean,
): Promise<Map<string, Found>> {
  const found = new Map<string, Found>()
  for (const seed of seeds) {
    const { violations } = await live(lifeOf(seed, isDamaged))
    for (const kind of new Set(violations.map((violation) => violation.kind))) {
      const known = found.get(kind)
      const text = violations.find((violation) => violation.kind === kind)?.text ?? ''
      found.set(kind, known ? { ...known, lives: known.lives + 1 } : { lives: 1, seed, text })
    }
    progress(seed)
  }
  return found
}

/** Adds what was found elsewhere. */
export function mergeFound(all: Map<string, Found>, more: Iterable<readonly [string, Found]>): void {
  for (const [kind, found] of more) {
    const known = all.get(kind)
    const first = known && known.seed <= found.seed ? known : found
    all.set(kind, { ...first, lives: found.lives + (known?.lives ?? 0) })
  }
}

/** Leaves out of a seed's life whatever its violation of this kind does not need, within half a minute. */
export async function shrink(seed: number, kind: string, isDamaged = isDamagedAt(seed)): Promise<Shrunk> {
  const damaged = (life: Life): Life => (isDamaged ? withDamage(seed, life) : life)
  const isFree = async (life: Life): Promise<boolean> => {
    const { violations } = await live(damaged(life), (violation) => violation.kind === kind)
    return !violations.some((violation) => violation.kind === kind)
  }
  const { counterexample } = await fc.check(fc.asyncProperty(lives(LENGTH), isFree), {
    seed,
    numRuns: 1,
    interruptAfterTimeLimit: SHRINK_LIMIT_MS,
    markInterruptAsFailure: true,
  })
  const life = counterexample ? damaged(counterexample[0]) : lifeOf(seed, isDamaged)
  const { story, violations } = await live(life, (violation) => violation.kind === kind)
  const texts = violations.map((violation) => `WRONG: ${violation.kind}. ${violation.text}`)
  return { life, story: [...story, ...texts] }
}

/** A failing life in words. */
export function storyOf(seed: number, { life, story }: Shrunk): string {
  return [`Seed ${seed}, the service: ${JSON.stringify(life.habits)}`, ...story].join('\n')
}
