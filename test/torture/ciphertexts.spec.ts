import { test } from './probe-fixture.ts'
import { MUTATIONS } from './probe/mutations.ts'
import { report } from './report.ts'
import { scale, seedOfRun } from './scale.ts'

const COUNT = scale({ full: 10_000, small: 300 })
const SEED = seedOfRun()

test('accepts no mutated ciphertext', async ({ ask }) => {
  test.setTimeout(60_000 + COUNT * 20)
  const { tried, harmless, olderRead, violations } = await ask('mutateCiphertexts', {
    count: COUNT,
    seed: SEED,
  })
  await report({
    part: 'mutated ciphertexts',
    figures: {
      tried,
      'kinds of mutation': Object.keys(MUTATIONS).length,
      accepted: violations.length,
      'with the same bytes after all': harmless,
      'older ones put back and read': olderRead,
      seed: String(SEED),
    },
    violations,
  })
})
