import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { queueRequests } from '../../../electron/ipc/request-queue.ts'

const electron = vi.hoisted(() => ({ handle: vi.fn() }))
vi.mock('electron', () => ({ ipcMain: electron }))

type Listener = (event: IpcMainInvokeEvent, ...sent: unknown[]) => Promise<unknown>

function setUp() {
  const listeners = new Map<string, Listener>()
  const ipcMain: Pick<IpcMain, 'handle'> = {
    handle: (name, listener) => void listeners.set(name, listener as Listener),
  }
  const route = queueRequests(ipcMain)
  const event = { sender: 'the page' } as unknown as IpcMainInvokeEvent
  const invoke = (...sent: unknown[]): Promise<unknown> => listeners.get('request')!(event, ...sent)
  return { listeners, route, event, invoke }
}

describe('requests that arrive before their handlers', () => {
  it('are accepted by Electron on one channel', () => {
    queueRequests()
    expect(electron.handle.mock.calls.map(([name]) => name as string)).toEqual(['request'])
    expect([...setUp().listeners.keys()]).toEqual(['request'])
  })

  it('wait, and reach the router with their event, name and payload', async () => {
    const { route, invoke, event } = setUp()
    const router = vi.fn(async (_event: unknown, name: unknown) => `the answer to ${String(name)}`)
    const answered = vi.fn()
    const answers = [invoke('appState:get', null), invoke('settings:update', { a: 1 })]
    const all = answers.map((answer) => answer.then(answered))
    await new Promise((resolve) => setTimeout(resolve))
    expect(answered).not.toHaveBeenCalled()
    route(router)
    await Promise.all(all)
    expect(router.mock.calls).toEqual([
      [event, 'appState:get', null],
      [event, 'settings:update', { a: 1 }],
    ])
    expect(await Promise.all(answers)).toEqual([
      'the answer to appState:get',
      'the answer to settings:update',
    ])
    expect(await invoke('ends:get', null)).toBe('the answer to ends:get')
  })

  it('reject with the error of the router', async () => {
    const { route, invoke } = setUp()
    const answer = invoke('appState:get')
    route(() => Promise.reject(new Error('Refused: not a sender of this app')))
    await expect(answer).rejects.toThrow('Refused: not a sender of this app')
  })
})
