import { expect, it } from 'vitest'
import { createServiceClocks } from '../../../electron/core/service-clocks.ts'
import { fakeClock, fakeForgetting } from '../fakes.ts'

it('the clock of a service is this computer’s before the first answer, and after its account is forgotten', async () => {
  const clock = fakeClock()
  const { on, forget } = fakeForgetting()
  const clocks = createServiceClocks(clock, on)
  const state = () => [clocks.now('a') - clock.now(), clocks.isSynced('a')]
  expect(state()).toEqual([0, false])
  clocks.sync('a', clock.now() + 5_000)
  await clock.advance(1_000)
  expect([state(), clocks.isSynced('b')]).toEqual([[5_000, true], false])
  forget('a')
  expect(state()).toEqual([0, false])
})
