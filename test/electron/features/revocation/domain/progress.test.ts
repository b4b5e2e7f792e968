import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeLeft } from '../../../../../electron/features/revocation/domain/progress.ts'

describe('the time left', () => {
  it('follows the rate so far, including pauses by the service', () => {
    expect(timeLeft({ left: 300, answered: 100, ranFor: 4_000, waitFor: 0 })).toBe(12_000)
    expect(timeLeft({ left: 10, answered: 100, ranFor: 4_000, waitFor: 3_000 })).toBe(3_000)
  })

  it('is unknown before there is a rate', () => {
    expect(timeLeft({ left: 300, answered: 7, ranFor: 4_000, waitFor: 0 })).toBeNull()
    expect(timeLeft({ left: 300, answered: 20, ranFor: 100, waitFor: 0 })).toBeNull()
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
