import { expect, it } from 'vitest'
import { tableOf, type PartReport } from './parts.ts'

const REPORTS: PartReport[] = [
  { part: 'soak', figures: { renewals: 2_000, 'timers left': 0 }, violations: [] },
  {
    part: 'keyring',
    cases: ['lost'],
    figures: { 'wrong sign-outs': 1, 'ciphertexts changed': 0 },
    violations: ['x'],
  },
  { part: 'keyring', cases: ['absent'], figures: { 'wrong sign-outs': 2 }, violations: [] },
]

it('shows each part once, in one order, with all cases and the sums of its figures', () => {
  expect(tableOf(REPORTS)).toBe(
    [
      '| part | figures |',
      '| --- | --- |',
      '| keyring | absent, lost: 3 wrong sign-outs, 0 ciphertexts changed |',
      '| soak | 2,000 renewals, 0 timers left |',
    ].join('\n'),
  )
})
