import { expect, it } from 'vitest'
import { createPacer } from '../../../electron/core/pacer.ts'
import { fakeClock } from '../fakes.ts'

it('long work continues during a slice, and pauses after it', async () => {
  const clock = fakeClock()
  const pacer = createPacer(clock)
  expect(pacer.pause()).toBeNull()
  const pauses: number[] = []
  for (let step = 1; step <= 40; step++) {
    clock.jumpSteady(1)
    const pause = pacer.pause()
    if (!pause) continue
    pauses.push(step)
    expect(clock.pending()).toBe(1)
    await clock.advance(0)
    await pause
  }
  expect([pauses, clock.pending()]).toEqual([[12, 24, 36], 0])
})
