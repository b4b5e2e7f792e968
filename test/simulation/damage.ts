import { DAMAGES, type Life } from './events.ts'
import { createRandom } from './world/random.ts'

/**
 * Adds damaged files to a life. What is drawn for that depends on the seed alone and on nothing of the life, so that a life that
 * is shrunk stays what it was.
 */
export function withDamage(seed: number, life: Life): Life {
  const random = createRandom(seed ^ 0x64616d61)
  const events = [...life.events]
  for (let left = 1 + random.below(2); left > 0; left--) {
    const at = Math.floor(random.next() * (events.length + 1))
    const damage = { how: random.pick(DAMAGES), which: random.below(1e6), where: random.below(1e6) }
    events.splice(at, 0, { kind: 'damage', ...damage })
  }
  return { ...life, events }
}
