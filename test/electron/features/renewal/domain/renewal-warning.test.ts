import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { warnFrom } from '../../../../../electron/features/renewal/domain/renewal-warning.ts'
import { deadlineOf } from '../../../../../electron/domain/token-expiry.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const hourLong = { issuedAt: 0, expiresAt: HOUR }
const lifetimes = fc.integer({ min: 15_000, max: 366 * 24 * HOUR })

describe('the time of a renewal warning', () => {
  it.each([
    ['nothing has failed', hourLong, null, null],
    ['it failed with most of the hour left', hourLong, 10 * MINUTE, null],
    ['it failed as soon as it was due', hourLong, 55 * MINUTE, 57.5 * MINUTE],
    ['it failed for the first time with a minute left', hourLong, 59 * MINUTE, 59 * MINUTE],
    ['there is no end', { issuedAt: 0, expiresAt: null }, 5 * HOUR, null],
    ['the end was over when it was issued', { issuedAt: 0, expiresAt: -1 }, 10_000, null],
    ['a token of 20 s failed at its half', { issuedAt: 9, expiresAt: 20_009 }, 10_009, 15_009],
  ])('%s', (_what, life, lastFailedAt, from) => {
    expect(warnFrom(life, lastFailedAt)).toBe(from)
  })

  it('is never before a due renewal failed, and at most 2½ minutes before the expiry', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 41), lifetimes, fc.nat(2 ** 42), (issuedAt, lifetime, lastFailedAt) => {
        const life = { issuedAt, expiresAt: issuedAt + lifetime }
        const from = warnFrom(life, lastFailedAt)
        const deadline = deadlineOf(life, null) ?? NaN
        expect(from === null).toBe(lastFailedAt < deadline)
        if (from === null) return
        expect(from).toBeGreaterThan(deadline)
        expect(from).toBeGreaterThanOrEqual(lastFailedAt)
        expect(life.expiresAt - from).toBeLessThanOrEqual(2.5 * MINUTE)
      }),
    )
  })

  it('is no later than the expiry of a token whose renewals keep failing', () => {
    fc.assert(
      fc.property(lifetimes, (lifetime) => {
        const life = { issuedAt: 0, expiresAt: lifetime }
        expect(warnFrom(life, deadlineOf(life, null))).toBeLessThan(lifetime)
      }),
    )
  })
})
