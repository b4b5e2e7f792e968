import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../../../electron/shared/failure.ts'
import { failed, ok, type Result } from '../../../../../electron/shared/result.ts'
import {
  adjustConcurrency,
  INITIAL_CONCURRENCY,
  type Concurrency,
} from '../../../../../electron/features/revocation/domain/concurrency.ts'

const LIMITED: Result<null> = failed({ kind: 'rateLimited', retryAt: 5 })
const LOST: Result<null> = failed({ kind: 'outcomeUnknown' })

/** The concurrency after these answer times, ms. */
const after = (concurrency: Concurrency, ...times: number[]): Concurrency =>
  times.reduce((now, ms) => adjustConcurrency(now, ok(null), ms), concurrency)
/** The concurrency after an answer at once. */
const afterFailure = (concurrency: Concurrency, deleted: Result<null>): Concurrency =>
  adjustConcurrency(concurrency, deleted, 0)
const times = (count: number, ms: number): number[] => Array.from({ length: count }, () => ms)

describe('the limit of pending requests', () => {
  it('begins at four, and rises to six while answers take as long as before', () => {
    expect(INITIAL_CONCURRENCY.limit).toBe(4)
    expect(after(INITIAL_CONCURRENCY, ...times(7, 100)).limit).toBe(4)
    expect(after(INITIAL_CONCURRENCY, ...times(8, 100)).limit).toBe(5)
    expect(after(INITIAL_CONCURRENCY, ...times(8, 100), ...times(10, 120)).limit).toBe(6)
    expect(after(INITIAL_CONCURRENCY, ...times(8, 100), ...times(9, 100)).limit).toBe(5)
    expect(after(INITIAL_CONCURRENCY, ...times(200, 100)).limit).toBe(6)
  })

  it('ignores differences of a few ms on a short line', () => {
    expect(after(INITIAL_CONCURRENCY, ...times(8, 2), ...times(10, 8)).limit).toBe(6)
  })

  it('falls again when answers get slower, but not below four', () => {
    const six = after(INITIAL_CONCURRENCY, ...times(18, 100))
    expect(six.limit).toBe(6)
    expect(after(six, ...times(12, 160)).limit).toBe(5)
    expect(after(six, ...times(100, 160)).limit).toBe(4)
    expect(after(six, ...times(12, 150)).limit).toBe(6)
  })

  it('does not change for one slow answer', () => {
    const five = after(INITIAL_CONCURRENCY, ...times(8, 100))
    expect(after(five, ...times(5, 100), 900, ...times(4, 100)).limit).toBe(6)
  })

  it('is one after a 429, and returns slowly, to four', () => {
    const refused = afterFailure(after(INITIAL_CONCURRENCY, ...times(18, 100)), LIMITED)
    expect(refused.limit).toBe(1)
    expect(after(refused, ...times(7, 100)).limit).toBe(1)
    expect(after(refused, ...times(8, 100)).limit).toBe(2)
    expect(after(refused, ...times(8 + 16, 100)).limit).toBe(3)
    expect(after(refused, ...times(8 + 16 + 24, 100)).limit).toBe(4)
    expect(after(refused, ...times(300, 100)).limit).toBe(4)
  })

  it('is at most four after a lost answer', () => {
    const six = after(INITIAL_CONCURRENCY, ...times(18, 100))
    expect(afterFailure(six, LOST).limit).toBe(4)
    expect(after(afterFailure(six, LOST), ...times(7, 100)).limit).toBe(4)
    expect(afterFailure(afterFailure(six, LIMITED), LOST).limit).toBe(1)
  })

  it.each<[Failure, number]>([
    [{ kind: 'forbidden' }, 6],
    [{ kind: 'notFound' }, 6],
    [{ kind: 'rateLimited', retryAt: 5 }, 1],
    [{ kind: 'server', status: 503 }, 4],
    [{ kind: 'offline', reason: 'refused' }, 4],
    [{ kind: 'tls' }, 4],
    [{ kind: 'timeout' }, 4],
    [{ kind: 'outcomeUnknown' }, 4],
  ])('of six, after %j, is %d', (failure, limit) => {
    const six = after(INITIAL_CONCURRENCY, ...times(18, 100))
    expect(afterFailure(six, failed(failure)).limit).toBe(limit)
  })

  it('stays between one and six, and changes by one except after a refusal, in any sequence', () => {
    const answer = fc.record({
      deleted: fc.oneof({ weight: 20, arbitrary: fc.constant(ok(null)) }, fc.constantFrom(LIMITED, LOST)),
      ms: fc.nat(20_000),
    })
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 300 }), (answers) => {
        let concurrency = INITIAL_CONCURRENCY
        for (const { deleted, ms } of answers) {
          const next = adjustConcurrency(concurrency, deleted, ms)
          expect(next.limit).toBeGreaterThanOrEqual(1)
          expect(next.limit).toBeLessThanOrEqual(6)
          if (deleted.ok) expect(Math.abs(next.limit - concurrency.limit)).toBeLessThanOrEqual(1)
          else expect(next.limit).toBeLessThanOrEqual(concurrency.limit)
          expect(next.times.length).toBeLessThan(24)
          concurrency = next
        }
      }),
    )
  })
})
