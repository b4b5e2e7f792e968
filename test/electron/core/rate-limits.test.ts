import { describe, expect, it } from 'vitest'
import { createRateLimits } from '../../../electron/core/rate-limits.ts'
import { fakeClock, fakeForgetting } from '../fakes.ts'

function setUp() {
  const [clock, forgetting] = [fakeClock(), fakeForgetting()]
  return { clock, forget: forgetting.forget, limits: createRateLimits(clock, forgetting.on) }
}

describe('the pause of an account', () => {
  it('ends when the service said, and is that of this account only', () => {
    const { clock, limits } = setUp()
    const until = clock.now() + 5_000
    limits.pause('a', until)
    expect([limits.until('a'), limits.until('b')]).toEqual([until, null])
    clock.sleep(4_999)
    expect(limits.until('a')).toBe(until)
    clock.sleep(1)
    expect(limits.until('a')).toBeNull()
  })

  it('is never shortened', () => {
    const { clock, limits } = setUp()
    const until = clock.now() + 5_000
    limits.pause('a', until)
    limits.pause('a', until - 1_000)
    expect(limits.until('a')).toBe(until)
    limits.pause('a', until + 1_000)
    expect(limits.until('a')).toBe(until + 1_000)
  })

  it('lasts as long although the clock of this computer is set', () => {
    const { clock, limits } = setUp()
    limits.pause('a', clock.now() + 5_000)
    clock.jump(3_600_000)
    expect(limits.until('a')).toBe(clock.now() + 5_000)
    clock.sleep(5_000)
    expect(limits.until('a')).toBeNull()
  })

  it('is over with the account', () => {
    const { clock, limits, forget } = setUp()
    limits.pause('a', clock.now() + 5_000)
    forget('b')
    expect(limits.until('a')).not.toBeNull()
    forget('a')
    expect(limits.until('a')).toBeNull()
  })
})
