import type { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { finishBeforeQuit } from '../../../../electron/platform/start/quit.ts'
import { settled } from '../../fakes.ts'

const electron = vi.hoisted(() => ({
  app: null as unknown as EventEmitter,
  /** How often the app began to close its windows. */
  ended: 0,
}))

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  electron.app = Object.assign(new Emitter(), {
    quit() {
      const event = { defaultPrevented: false, preventDefault: () => void (event.defaultPrevented = true) }
      electron.app.emit('before-quit', event)
      if (!event.defaultPrevented) electron.ended++
    },
  })
  return { app: electron.app, powerMonitor: new Emitter() }
})

beforeEach(() => {
  electron.app.removeAllListeners()
  electron.ended = 0
})

function setUp(isNeeded: boolean) {
  let finish = (): void => undefined
  const ask = vi.fn(() => Promise.resolve(false))
  const ending = finishBeforeQuit({
    isNeeded: () => isNeeded,
    finish: () => new Promise((resolve) => (finish = resolve)),
    started: () => undefined,
    timeoutMs: 5_000,
    confirm: ask,
  })
  const declined = vi.fn()
  ending.onDeclined(declined)
  return { ending, ask, declined, finish: () => finish() }
}

describe('the end of the session on Windows', () => {
  it('waits until work is finished, without a dialog', async () => {
    const { ending, ask, finish } = setUp(true)
    expect(ending.sessionEnds(false)).toBe(true)
    expect([ending.isUnderWay(), electron.ended]).toEqual([true, 0])
    expect(ending.sessionEnds(true)).toBe(true)
    finish()
    await settled()
    expect([electron.ended, ask.mock.calls.length]).toEqual([1, 0])
  })

  it('is not delayed without work, and may still be cancelled', async () => {
    const { ending, ask, declined } = setUp(false)
    expect(ending.sessionEnds(false)).toBe(false)
    expect(electron.ended).toBe(0)
    // The system cancelled its shutdown, so quitting asks again.
    electron.app.emit('before-quit', { preventDefault: () => undefined })
    expect(ask).toHaveBeenCalledOnce()
    await settled()
    expect([declined.mock.calls.length, electron.ended]).toEqual([1, 0])
  })

  it('quits the app if it is certain', () => {
    const { ending, ask } = setUp(false)
    expect([ending.sessionEnds(true), electron.ended, ask.mock.calls.length]).toEqual([false, 1, 0])
  })
})
