import { test } from './fixture.ts'
import { MUTATIONS } from './probe/mutations.ts'
import { report } from './report.ts'
import { scale, SEED } from './scale.ts'

const COUNT = scale({ full: 10_000, small: 300 })

test('mutated ciphertexts', async ({ ask }) => {
  test.setTimeout(60_000 + COUNT * 20)
  const found = await ask('mutateCiphertexts', { count: COUNT, seed: SEED })
  const { tried, violations } = found
  await report(
    {
      part: 'mutated ciphertexts',
      figures: { tried, kinds: Object.keys(MUTATIONS).length, accepted: violations.length },
      violations,
    },
    { 'with the same bytes after all': found.harmless, 'older ones put back and read': found.olderRead },
  )
})
