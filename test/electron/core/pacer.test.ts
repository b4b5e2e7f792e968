import { describe, expect, it } from 'vitest'
import { createPacer } from '../../../electron/core/pacer.ts'
import { fakeClock } from '../fakes.ts'

describe('long work in slices', () => {
  it('continues during a slice, and pauses after it', async () => {
    const clock = fakeClock()
    const pacer = createPacer(clock)
    const pauses: number[] = []
    for (let step = 1; step <= 100; step++) {
      clock.jumpSteady(1)
      const pause = pacer.pause()
      if (!pause) continue
      pauses.push(step)
      expect(clock.pending()).toBe(1)
      await clock.advance(0)
      await pause
    }
    expect(pauses).toEqual([12, 24, 36, 48, 60, 72, 84, 96])
  })

  it('never pauses for work that takes no time', () => {
    const clock = fakeClock()
    const pacer = createPacer(clock)
    for (let step = 0; step < 1_000; step++) expect(pacer.pause()).toBeNull()
    expect(clock.pending()).toBe(0)
  })
})
