import type { EventEmitter } from 'node:events'
import { afterEach, expect, it, vi } from 'vitest'
import { registerAppEvents } from '../../../../electron/platform/start/app-events.ts'

const electron = vi.hoisted(() => ({}) as { app: EventEmitter; powerMonitor: EventEmitter })
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  return Object.assign(electron, { app: new Emitter(), powerMonitor: new Emitter() })
})
afterEach(() => void electron.app.removeAllListeners())

function startAgain(argv: string[], isQuitting = false) {
  const [open, startedAgain] = [vi.fn(), vi.fn()]
  const others = { windowClosed: vi.fn(), wokeUp: vi.fn() }
  registerAppEvents({ isQuitting: () => isQuitting, open, startedAgain, ...others })
  electron.app.emit('second-instance', {}, argv)
  expect(startedAgain).toHaveBeenCalledExactlyOnceWith(argv)
  return open.mock.calls.length
}

it.each([
  [['session-desk'], 1],
  [['session-desk', '--page=review'], 1],
  [['session-desk', '--hidden'], 0],
  [['session-desk', '--no-sandbox', '-hidden', '--x'], 0],
  [['session-desk', '--hidden='], 0],
  // An argument, and no switch.
  [['session-desk', '--', '--hidden'], 1],
  [['session-desk', '--hidden-things'], 1],
])('a second start with %j opens %d windows', (argv, windows) => {
  expect(startAgain(argv)).toBe(windows)
})

it('opens no window while the app quits', () => {
  expect(startAgain(['session-desk'], true)).toBe(0)
})
