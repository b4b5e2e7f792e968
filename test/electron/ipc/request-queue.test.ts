import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { REQUEST_NAMES } from '../../../electron/shared/channels.ts'
import { queueRequests } from '../../../electron/ipc/request-queue.ts'

const electron = vi.hoisted(() => ({ handle: vi.fn() }))
vi.mock('electron', () => ({ ipcMain: electron }))

type Listener = (event: IpcMainInvokeEvent, ...sent: unknown[]) => Promise<unknown>

function setUp() {
  const listeners = new Map<string, Listener>()
  const ipcMain: Pick<IpcMain, 'handle'> = {
    handle: (name, listener) => void listeners.set(name, listener as Listener),
  }
  const queue = queueRequests(ipcMain)
  const event = { sender: 'the page' } as unknown as IpcMainInvokeEvent
  const invoke = (name: string, sent?: unknown): Promise<unknown> => listeners.get(name)!(event, sent)
  return { listeners, queue, event, invoke }
}

describe('requests that arrive before their handlers', () => {
  it('are accepted by Electron for every request of the contract', () => {
    queueRequests()
    expect(electron.handle.mock.calls.map(([name]) => name as string)).toEqual(REQUEST_NAMES)
    expect([...setUp().listeners.keys()]).toEqual(REQUEST_NAMES)
  })

  it('wait, and reach their own handler with their event and payload', async () => {
    const { queue, invoke, event } = setUp()
    const listener = vi.fn(() => 'the desk')
    const answered = vi.fn()
    const answer = invoke('appState:get', { a: 1 }).then(answered)
    queue.handle('settings:update', () => 'another')
    await Promise.resolve()
    expect(answered).not.toHaveBeenCalled()
    queue.handle('appState:get', listener)
    await answer
    expect(answered).toHaveBeenCalledExactlyOnceWith('the desk')
    expect(listener).toHaveBeenCalledExactlyOnceWith(event, { a: 1 })
    expect(await invoke('settings:update')).toBe('another')
  })

  it('reject with the error of their handler', async () => {
    const { queue, invoke } = setUp()
    const answer = invoke('appState:get')
    queue.handle('appState:get', () => Promise.reject(new Error('Refused: not a sender of this app')))
    await expect(answer).rejects.toThrow('Refused: not a sender of this app')
  })
})
