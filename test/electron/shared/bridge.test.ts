import { describe, expect, it } from 'vitest'
import { createBridge, type BridgeIpc } from '../../../electron/shared/bridge.ts'
import { EVENT_NAMES, REQUEST_NAMES } from '../../../electron/shared/channels.ts'
import { GOOD } from '../ipc/requests-harness.ts'

/** A port that records calls and lets a test send events. */
function setUp() {
  const invoked: [string, unknown][] = []
  const listeners = new Map<string, Set<Parameters<BridgeIpc['on']>[1]>>()
  const ipc: BridgeIpc = {
    invoke: async (channel, payload) => (invoked.push([channel, payload]), { ok: true, value: channel }),
    on(channel, listener) {
      const all = listeners.get(channel) ?? new Set()
      listeners.set(channel, all.add(listener))
    },
    off: (channel, listener) => void listeners.get(channel)?.delete(listener),
  }
  const bridge = createBridge(ipc)
  const ask = bridge.invoke as (name: string, payload?: unknown) => Promise<unknown>
  const on = bridge.on as (name: string, listener: (...all: unknown[]) => void) => () => void
  const send = (channel: string, payload: unknown) =>
    listeners.get(channel)?.forEach((listener) => listener({ sender: 'main' }, payload))
  return { bridge, ask, on, send, invoked, listeners }
}

const UNKNOWN = ['', 'desk', 'desk:get ', 'toString', '__proto__', 'constructor', 'electron-store-get-data']

describe('requests through the bridge', () => {
  it('have only invoke and on', () => {
    expect(Object.keys(setUp().bridge)).toEqual(['invoke', 'on'])
  })

  it.each(REQUEST_NAMES)('%s goes to its channel with its payload', async (name) => {
    const { ask, invoked } = setUp()
    expect(await ask(name, GOOD[name] ?? undefined)).toEqual({ ok: true, value: name })
    expect(invoked).toEqual([[name, GOOD[name]]])
  })

  const notText = [null, undefined, 1, [['appState:get']], { toString: () => 'appState:get' }]
  it.each([...UNKNOWN, ...EVENT_NAMES, ...notText])('refuse the name %j', async (name) => {
    const { ask, invoked } = setUp()
    await expect(ask(name as string)).rejects.toThrow('Not a request of this app')
    expect(invoked).toEqual([])
  })
})

describe('events through the bridge', () => {
  it.each(EVENT_NAMES)('%s: passes the payload and nothing else, until it unsubscribes', (name) => {
    const { on, send } = setUp()
    const received: unknown[][] = []
    const stop = on(name, (...all) => received.push(all))
    send(name, { a: 1 })
    stop()
    send(name, { a: 2 })
    expect(received).toEqual([[{ a: 1 }]])
  })

  it('unsubscribe one listener, not the others, also if called twice', () => {
    const { on, send, listeners } = setUp()
    const received: string[] = []
    const stop = on('appState:changed', () => received.push('first'))
    on('appState:changed', () => received.push('second'))
    stop()
    stop()
    send('appState:changed', null)
    expect([received, listeners.get('appState:changed')?.size]).toEqual([['second'], 1])
  })

  it.each([...UNKNOWN, ...REQUEST_NAMES])('refuse the name %j', (name) => {
    const { on, listeners } = setUp()
    expect(() => on(name, () => undefined)).toThrow('Not an event of this app')
    expect(listeners.size).toBe(0)
  })
})
