import { expect, it } from 'vitest'
import type { LifeEvent } from './events.ts'
import { live } from './life.ts'
import { lifeOf } from './run-lives.ts'

/** A sign-out writes this often, at most. */
const MAX_WRITES = 12

it('an account that is removed leaves no ends for its next sign-in, killed at whatever write', async () => {
  const { habits } = lifeOf(1)
  for (let afterWrites = 0; afterWrites < MAX_WRITES; afterWrites++) {
    const events: LifeEvent[] = [
      { kind: 'line', to: 'down' },
      { kind: 'end', account: 0, which: 1 },
      { kind: 'wait', ms: 6_000 },
      { kind: 'kill', afterWrites },
      { kind: 'signOut', account: 0 },
      { kind: 'restart' },
      { kind: 'line', to: 'up' },
      { kind: 'signIn', user: 0, base: 0 },
      { kind: 'wait', ms: 12_000 },
    ]
    const { violations, story } = await live({ habits, chance: 1, events })
    expect(violations, story.join('\n')).toEqual([])
  }
})
