import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allowedAt,
  gapAfterStart,
  MAX_CHECKS_PER_MINUTE,
  MIN_GAP_MS,
  nextBackgroundCheck,
  withJitter,
  type BackgroundCheck,
} from '../../../../../electron/features/sessions/domain/background-checks.ts'

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const due = (accountId: string, dueAt: number, latestAt: number | null = null): BackgroundCheck => ({
  accountId,
  dueAt,
  latestAt,
})

/** Checks that follow the plan, as the poller does; each takes no time. */
function run(accounts: number, interval: number, until: number, randoms: readonly number[]) {
  let drawn = 0
  const draw = (): number => randoms[drawn++ % randoms.length] ?? 0
  const dues = new Map(Array.from({ length: accounts }, (_, index) => [`${index}`, -Infinity]))
  const starts: { accountId: string; at: number }[] = []
  let earliest = 0
  for (;;) {
    const next = nextBackgroundCheck(
      [...dues].map(([accountId, dueAt]) => due(accountId, dueAt)),
      earliest,
    )
    if (next === null || next.at > until) return starts
    starts.push(next)
    dues.set(next.accountId, next.at + withJitter(interval, draw()))
    earliest = next.at + gapAfterStart(draw())
  }
}

describe('the checks of accounts that are not in the window', () => {
  it('never start at once, and every account gets its turn', () => {
    const until = 900_000
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 120 }),
        fc.integer({ min: 10_000, max: 300_000 }),
        fc.array(random, { minLength: 1, maxLength: 20 }),
        (accounts, interval, randoms) => {
          const starts = run(accounts, interval, until, randoms)
          const times = starts.map(({ at }) => at)
          const gaps = times.slice(1).map((at, index) => at - times[index]!)
          expect(Math.min(...gaps, Infinity)).toBeGreaterThanOrEqual(MIN_GAP_MS)
          // Nobody waits longer than its interval, and then for one check of each other account.
          const longest = interval * 1.1 + accounts * MIN_GAP_MS * 2
          for (let index = 0; index < accounts; index++) {
            const own = starts.filter(({ accountId }) => accountId === `${index}`).map(({ at }) => at)
            expect(own[0]).toBeLessThanOrEqual(accounts * MIN_GAP_MS * 2)
            for (const [turn, at] of own.entries()) {
              const next = own[turn + 1] ?? Math.max(until, at)
              expect(next - at).toBeLessThanOrEqual(longest)
              if (own[turn + 1] !== undefined) expect(next - at).toBeGreaterThanOrEqual(interval)
            }
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  it('spread out over time although they began together', () => {
    const spreadAfter = (turns: number): number => {
      const randoms = Array.from({ length: 97 }, (_, index) => ((index * 37) % 97) / 97)
      const starts = run(10, 300_000, 3_600_000, randoms).slice(turns * 10, turns * 10 + 10)
      return Math.max(...starts.map(({ at }) => at)) - Math.min(...starts.map(({ at }) => at))
    }
    expect(spreadAfter(5)).toBeGreaterThan(spreadAfter(0) * 3)
  })

  it('are not delayed beyond the renewal of the token', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ dueAt: fc.nat(1_000), latestAt: fc.option(fc.nat(1_000)) }), { minLength: 1 }),
        fc.nat(2_000),
        (checks, earliestAt) => {
          const next = nextBackgroundCheck(
            checks.map(({ dueAt, latestAt }, index) => due(`${index}`, dueAt, latestAt)),
            earliestAt,
          )
          for (const { latestAt } of checks)
            if (latestAt !== null) expect(next?.at).toBeLessThanOrEqual(latestAt)
        },
      ),
    )
  })

  it('begin with the one that is due longest, the first of equals', () => {
    expect(nextBackgroundCheck([due('a', 30), due('b', 20), due('c', 20)], 100)).toEqual({
      accountId: 'b',
      at: 100,
    })
    expect(nextBackgroundCheck([], 0)).toBeNull()
  })
})

describe('the limit of an address', () => {
  it('lets no more checks start in any minute, and none wait longer than needed', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2_000), { minLength: 1, maxLength: 300 }), (gaps) => {
        const starts: number[] = []
        let wanted = 0
        for (const gap of gaps) {
          wanted += gap
          const at = Math.max(wanted, allowedAt(starts))
          const inMinute = starts.filter((start) => start > at - 60_000).length
          expect(inMinute).toBeLessThan(MAX_CHECKS_PER_MINUTE)
          if (at > wanted)
            expect(starts.filter((start) => start > at - 60_001)).toHaveLength(MAX_CHECKS_PER_MINUTE)
          starts.push(at)
          wanted = at
        }
      }),
    )
  })
})
