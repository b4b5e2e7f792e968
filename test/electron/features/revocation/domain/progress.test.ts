import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeLeft } from '../../../../../electron/features/revocation/domain/progress.ts'

describe('the time left', () => {
  it.each([
    ['follows the rate so far', { left: 300, answered: 100, ranFor: 4_000, waitFor: 0 }, 12_000],
    ['includes pauses by the service', { left: 10, answered: 100, ranFor: 4_000, waitFor: 3_000 }, 3_000],
    [
      'is known after 8 answers in half a second',
      { left: 300, answered: 8, ranFor: 500, waitFor: 0 },
      18_750,
    ],
    ['is unknown after fewer', { left: 300, answered: 7, ranFor: 4_000, waitFor: 0 }, null],
    ['is unknown before', { left: 300, answered: 20, ranFor: 499, waitFor: 0 }, null],
    ['is the wait if nothing is left', { left: 0, answered: 0, ranFor: 0, waitFor: 7 }, 7],
  ])('%s', (_what, sample, expected) => {
    expect(timeLeft(sample)).toBe(expected)
  })

  it('is never negative, never ends before the wait, and grows with the number of sessions', () => {
    const nat = fc.nat(100_000)
    fc.assert(
      fc.property(nat, nat, nat, nat, (left, answered, ranFor, waitFor) => {
        const now = timeLeft({ left, answered, ranFor, waitFor })
        const more = timeLeft({ left: left + 1, answered, ranFor, waitFor })
        if (now === null || more === null) return
        expect(now).toBeGreaterThanOrEqual(waitFor)
        expect(more).toBeGreaterThanOrEqual(now)
      }),
    )
  })
})
