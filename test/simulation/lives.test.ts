import { describe, expect, it } from 'vitest'
import { live } from './life.ts'
import { lifeOf, liveAll, shrink, storyOf } from './run-lives.ts'

/** Lives of every run of the tests: always the same, so that a change is blamed for what it breaks. */
const LIVES = 300
const GROUP = 50
const GROUPS = Array.from({ length: LIVES / GROUP }, (_, group) => group * GROUP + 1)

describe('simulated lives', () => {
  it.each(GROUPS)(`show no violation, ${GROUP} from seed %i on`, async (seed) => {
    const found = await liveAll(Array.from({ length: GROUP }, (_, at) => seed + at))
    for (const [kind, { seed: first }] of found)
      expect.fail(`${kind}\n${storyOf(first, await shrink(first, kind))}`)
  })

  it('are the same each time', async () => {
    const [first, again] = [await live(lifeOf(7)), await live(lifeOf(7))]
    expect(again.story).toEqual(first.story)
  })

  it('differ by their seed', () => {
    expect(lifeOf(7)).not.toEqual(lifeOf(8))
  })
})
