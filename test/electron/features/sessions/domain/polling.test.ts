import { describe, expect, it } from 'vitest'
import {
  allowedAt,
  gapAfterStart,
  MAX_CHECKS_PER_MINUTE,
  nextCheckIn,
  withJitter,
  type PollingState,
} from '../../../../../electron/features/sessions/domain/polling.ts'

const VISIBILITIES = ['visible', 'minimised', 'hidden'] as const

describe('the time until the next check', () => {
  it.each([
    ['10s', 10_000, 60_000, 300_000],
    ['30s', 30_000, 60_000, 300_000],
    ['1min', 60_000, 60_000, 300_000],
    ['5min', 300_000, 300_000, 300_000],
  ] as const)('is %s as chosen, but longer while the window is not visible', (pollInterval, ...expected) => {
    const regular = { pollInterval, failures: 0, pausedUntil: null, now: 1_000_000, random: 0.5 }
    expect(VISIBILITIES.map((visibility) => nextCheckIn({ ...regular, visibility }))).toEqual(expected)
  })

  it.each<[string, Partial<PollingState>, number]>([
    ['one failure', { failures: 1 }, 20_000],
    ['two failures', { failures: 2 }, 30_000],
    ['three failures', { failures: 3 }, 50_000],
    ['three failures by chance', { failures: 3, random: 0.123456 }, 14_938],
    ['many failures, 5 minutes more', { failures: 60 }, 310_000],
    ['a pause that ends later', { failures: 1, pausedUntil: 1_020_001 }, 20_001],
    ['a pause that ends earlier', { failures: 1, pausedUntil: 1_019_999 }, 20_000],
  ])('is longer after %s', (_what, part, expected) => {
    const visible = { visibility: 'visible', pollInterval: '10s' } as const
    const usual = { ...visible, failures: 0, pausedUntil: null, now: 1_000_000, random: 1 }
    expect(nextCheckIn({ ...usual, ...part })).toBe(expected)
  })
})

describe('the checks of accounts that are not in the window', () => {
  it.each([
    [0, 250, 300_000],
    [0.5, 375, 315_000],
    [0.8125, 453, 324_375],
  ])('are spread by chance (%d): %i ms apart, every %i ms', (random, gap, interval) => {
    expect([gapAfterStart(random), withJitter(300_000, random)]).toEqual([gap, interval])
  })

  it.each([
    [0, -Infinity],
    [MAX_CHECKS_PER_MINUTE - 1, -Infinity],
    [MAX_CHECKS_PER_MINUTE, 60_000],
    [MAX_CHECKS_PER_MINUTE + 1, 60_001],
  ])('after %i others at an address start at %d at the earliest', (count, at) => {
    expect(allowedAt(Array.from({ length: count }, (_, start) => start))).toBe(at)
  })
})
