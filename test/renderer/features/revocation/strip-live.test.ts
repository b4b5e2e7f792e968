import { describe, expect, it } from 'vitest'
import type { BatchPhase, BatchView } from '../../../../electron/shared/ends.ts'
import { stripLines, sumOf } from '../../../../renderer/features/revocation/strip-lines.ts'
import { livePartsOf, type LiveParts } from '../../../../renderer/features/revocation/strip-live.ts'
import { batchView } from '../../fake-bridge.ts'

const NOW = 100_000

/** What is live of the line of one batch of `total` sessions, `answered` of which are answered. */
function liveOf(phase: BatchPhase, over: Partial<BatchView> = {}): LiveParts {
  const batch = batchView(phase, { waiting: 8 }, { total: 8, ...over })
  const [line] = stripLines([{ accountId: 'a1', batch }])
  return livePartsOf(line!, sumOf(line!.parts), NOW)
}

describe('what screen readers announce of a line', () => {
  it.each([
    [0, null],
    [1, null],
    [2, 0.25],
    [5, 0.5],
    [7, 0.75],
    [8, null],
  ])('is each quarter of the progress: %d of 8', (answered, progress) => {
    const live = liveOf({ kind: 'going', wait: null }, { answered })
    expect(live).toEqual({ title: false, detail: false, progress })
  })

  it('is no progress of a single end', () => {
    expect(liveOf({ kind: 'going', wait: null }, { total: 1, cause: 'one', answered: 0 }).progress).toBeNull()
  })

  it.each([
    [10_000, false],
    [10_001, true],
  ])('is a wait of %d ms: %s', (wait, detail) => {
    const reason = { kind: 'rateLimited', retryAt: NOW + wait } as const
    expect(liveOf({ kind: 'going', wait: { until: NOW + wait, reason } }).detail).toBe(detail)
  })

  it('is not the time that is left to undo', () => {
    const live = { title: true, detail: false, progress: null }
    expect(liveOf({ kind: 'undoable', until: NOW + 5_000 })).toEqual(live)
    expect(liveOf({ kind: 'paused' })).toEqual({ ...live, detail: true })
  })
})
