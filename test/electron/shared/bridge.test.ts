import { describe, expect, it } from 'vitest'
import { createBridge, type BridgeIpc } from '../../../electron/shared/bridge.ts'
import { GOOD, REQUEST_NAMES } from '../ipc/requests-harness.ts'

/** A port that records calls and lets a test send events. */
function setUp() {
  const invoked: unknown[][] = []
  const listeners = new Map<string, Set<Parameters<BridgeIpc['on']>[1]>>()
  const ipc: BridgeIpc = {
    invoke: async (channel, ...sent) => (invoked.push([channel, ...sent]), { ok: true, value: channel }),
    on(channel, listener) {
      const all = listeners.get(channel) ?? new Set()
      listeners.set(channel, all.add(listener))
    },
    off: (channel, listener) => void listeners.get(channel)?.delete(listener),
  }
  const bridge = createBridge(ipc, (text) => text === 'chat.example')
  const ask = bridge.invoke as (name: unknown, ...payload: unknown[]) => Promise<unknown>
  const on = bridge.on as (name: unknown, listener: (...all: unknown[]) => void) => () => void
  const send = (name: string, payload: unknown) =>
    listeners.get(`event:${name}`)?.forEach((listener) => listener({ sender: 'main' }, payload))
  return { bridge, ask, on, send, invoked, listeners }
}

const UNKNOWN = ['', 'desk', 'desk:get ', 'toString', '__proto__', 'constructor', 'electron-store-get-data']
const NO_TEXT = [null, undefined, 1, [['appState:get']], { toString: () => 'request' }]

describe('requests through the bridge', () => {
  it('have only invoke and on', () => {
    expect(Object.keys(setUp().bridge)).toEqual(['invoke', 'on'])
  })

  it.each(REQUEST_NAMES)('%s goes to the one channel, with its payload', async (name) => {
    const { ask, invoked } = setUp()
    expect(await ask(name, GOOD[name] ?? undefined)).toEqual({ ok: true, value: 'request' })
    const sent = GOOD[name]
    expect(invoked).toEqual([
      ['request', name, sent && 'server' in sent ? { ...sent, isServerTyped: true } : sent],
    ])
  })

  it.each([
    ['chat.example', false, true],
    ['evil.example', true, false],
  ])('say of the server %s whether a person typed it, whatever the page says', async (server, says, is) => {
    const { ask, invoked } = setUp()
    await ask('password:forgot', { server, email: 'a@b.c', isServerTyped: says })
    expect(invoked[0]?.[2]).toEqual({ server, email: 'a@b.c', isServerTyped: is })
  })

  it.each([...UNKNOWN, ...NO_TEXT])('reach no other channel by the name %j', async (name) => {
    const { ask, invoked } = setUp()
    await ask(name, 'payload', 'more')
    expect(invoked).toEqual([['request', name, 'payload']])
  })
})

describe('events through the bridge', () => {
  it.each(['appState:changed', 'ends:changed'])(
    '%s: passes the payload and nothing else, until it unsubscribes',
    (name) => {
      const { on, send } = setUp()
      const received: unknown[][] = []
      const stop = on(name, (...all) => received.push(all))
      send(name, { a: 1 })
      stop()
      send(name, { a: 2 })
      expect(received).toEqual([[{ a: 1 }]])
    },
  )

  it('unsubscribe one listener, not the others, also if called twice', () => {
    const { on, send, listeners } = setUp()
    const received: string[] = []
    const stop = on('appState:changed', () => received.push('first'))
    on('appState:changed', () => received.push('second'))
    stop()
    stop()
    send('appState:changed', null)
    expect([received, listeners.get('event:appState:changed')?.size]).toEqual([['second'], 1])
  })

  it.each([...UNKNOWN, 'request', ...NO_TEXT])('listen to no other channel by the name %j', (name) => {
    const { on, listeners } = setUp()
    on(name, () => undefined)()
    expect([...listeners].map(([channel, all]) => [channel.startsWith('event:'), all.size])).toEqual([
      [true, 0],
    ])
  })
})
