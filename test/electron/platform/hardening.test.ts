import type { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { hardenApp } from '../../../electron/platform/hardening.ts'

const electron = vi.hoisted(() => ({ app: null as unknown as EventEmitter }))

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  electron.app = Object.assign(new Emitter(), {
    isPackaged: true,
    commandLine: { hasSwitch: () => false, removeSwitch: () => undefined },
    enableSandbox: () => undefined,
  })
  return { app: electron.app, session: {} }
})

it('sends no client certificate, however many there are', () => {
  hardenApp()
  const event = { preventDefault: vi.fn() }
  const answer = vi.fn()
  const received = electron.app.emit(
    'select-client-certificate',
    event,
    // Calls of main have no page.
    null,
    'https://desk.example.com',
    [{ subjectName: 'Ana' }, { subjectName: 'Ana at work' }],
    answer,
  )
  expect(received).toBe(true)
  expect(event.preventDefault).toHaveBeenCalledOnce()
  expect(answer.mock.calls).toEqual([[]])
})
