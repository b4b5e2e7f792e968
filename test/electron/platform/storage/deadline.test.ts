import { describe, expect, it } from 'vitest'
import { createDeadline } from '../../../../electron/platform/storage/deadline.ts'
import { later } from '../../fake-service.ts'
import { fakeClock, settled } from '../../fakes.ts'

const LIMIT = 5_000

function setUp() {
  const clock = fakeClock()
  const deadline = createDeadline(clock, LIMIT)
  const late: boolean[] = []
  deadline.onLateAnswer(() => late.push(deadline.isMissed()))
  function ask() {
    const { promise, resolve } = later<string | Error>()
    const outcomes: string[] = []
    const call = promise.then((value) => (value instanceof Error ? Promise.reject(value) : value))
    const run = deadline.run(() => call).catch(() => 'failed')
    void run.then((outcome) => outcomes.push(outcome))
    return { resolve, outcomes }
  }
  return { clock, deadline, late, ask }
}

describe('a deadline', () => {
  it('returns an answer in time, and leaves no timer', async () => {
    const { clock, deadline, late, ask } = setUp()
    const [answered, refused] = [ask(), ask()]
    await clock.advance(LIMIT - 1)
    answered.resolve('yes')
    refused.resolve(new Error('no'))
    await settled()
    expect([answered.outcomes, refused.outcomes]).toEqual([['yes'], ['failed']])
    await clock.advance(LIMIT)
    expect([clock.pending(), deadline.isMissed(), late]).toEqual([0, false, []])
  })

  it('fails without an answer, and reports a late one once', async () => {
    const { clock, deadline, late, ask } = setUp()
    const [first, second] = [ask(), ask()]
    await clock.advance(LIMIT)
    expect([first.outcomes, second.outcomes, deadline.isMissed()]).toEqual([['failed'], ['failed'], true])
    first.resolve('at last')
    second.resolve('me too')
    await settled()
    expect([first.outcomes, deadline.isMissed(), late]).toEqual([['failed'], false, [false]])
  })

  it('does not count a late rejection as an answer', async () => {
    const { clock, deadline, late, ask } = setUp()
    const call = ask()
    await clock.advance(LIMIT)
    call.resolve(new Error('no'))
    await settled()
    expect([deadline.isMissed(), late]).toEqual([true, []])
  })

  it('does not report a late answer if a later call was answered before it', async () => {
    const { clock, deadline, late, ask } = setUp()
    const lost = ask()
    await clock.advance(LIMIT)
    const again = ask()
    again.resolve('here')
    await settled()
    expect(deadline.isMissed()).toBe(false)
    lost.resolve('old news')
    await settled()
    expect(late).toEqual([])
  })
})
