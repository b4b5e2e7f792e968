import { describe, expect, it } from 'vitest'
import { live } from './life.ts'
import { isKnown, KNOWN } from './known.ts'
import { lifeOf, liveAll, shrink, storyOf } from './run-lives.ts'

/** Lives of every run of the tests: always the same, so that a change is blamed for what it breaks. */
const LIVES = 300
const GROUP = 50
const GROUPS = Array.from({ length: LIVES / GROUP }, (_, group) => group * GROUP + 1)

describe('simulated lives', () => {
  it.each(GROUPS)(`show no violation but known ones, from seed %i on, ${GROUP} lives`, async (seed) => {
    const found = await liveAll(Array.from({ length: GROUP }, (_, at) => seed + at))
    for (const [kind, { seed: first }] of found)
      if (!isKnown(kind)) expect.fail(`${kind}\n${storyOf(first, await shrink(first, kind))}`)
  })

  it('are the same each time', async () => {
    const [first, again] = [await live(lifeOf(7)), await live(lifeOf(7))]
    expect(again.story).toEqual(first.story)
  })

  it('differ by their seed', () => {
    expect(lifeOf(7)).not.toEqual(lifeOf(8))
  })
})

describe('a known violation', () => {
  it.each(Object.entries(KNOWN))(
    'is still there, or is deleted from known.json: %s',
    async (kind, { seeds }) => {
      const found = await liveAll(seeds)
      expect([...found.keys()]).toContain(kind)
    },
  )
})
