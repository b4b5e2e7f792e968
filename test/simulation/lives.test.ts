import { describe, expect, it } from 'vitest'
import { live } from './life.ts'
import { KNOWN } from './known.ts'
import { lifeOf, liveAll, mergeFound, shrink, storyOf, type Found } from './run-lives.ts'

/** Lives of every run of the tests: always the same, so that a change is blamed for what it breaks. */
const LIVES = 300
const GROUP = 50
const GROUPS = Array.from({ length: LIVES / GROUP }, (_, group) => group * GROUP + 1)

describe('simulated lives', () => {
  const all = new Map<string, Found>()

  it.each(GROUPS)(`show no violation but known ones, ${GROUP} from seed %i on`, async (seed) => {
    const found = await liveAll(Array.from({ length: GROUP }, (_, at) => seed + at))
    mergeFound(all, found)
    for (const [kind, { seed: first }] of found)
      if (!Object.hasOwn(KNOWN, kind)) expect.fail(`${kind}\n${storyOf(first, await shrink(first, kind))}`)
  })

  it.each(Object.entries(KNOWN))(
    'show a known violation no more often than before: %s',
    (kind, { lives }) => {
      // Any change shifts what is left to chance somewhat.
      expect(all.get(kind)?.lives ?? 0).toBeLessThanOrEqual(Math.ceil(lives * 1.4) + 3)
    },
  )

  it.each(Object.entries(KNOWN))(
    'show a known violation as long as it is in the file: %s',
    async (kind, { seed }) => {
      expect([...(await liveAll([seed])).keys()]).toContain(kind)
    },
  )

  it('are the same each time', async () => {
    const [first, again] = [await live(lifeOf(7)), await live(lifeOf(7))]
    expect(again.story).toEqual(first.story)
  })

  it('differ by their seed', () => {
    expect(lifeOf(7)).not.toEqual(lifeOf(8))
  })
})
