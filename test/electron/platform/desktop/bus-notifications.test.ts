import type { EventEmitter } from 'node:events'
import type { Message } from '@jellybrick/dbus-next'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createBusNotifications,
  type BusNotification,
} from '../../../../electron/platform/desktop/bus-notifications.ts'

/** A session bus with a notification server, without sockets. */
const bus = vi.hoisted(() => ({
  capabilities: ['actions', 'body', 'body-markup'] as string[] | null,
  /** Whether the server ever answers. */
  answers: true,
  isReachable: true,
  connections: [] as EventEmitter[],
  sent: [] as Pick<Message, 'member' | 'body' | 'destination' | 'flags'>[],
}))

vi.mock('@jellybrick/dbus-next', async (importOriginal) => {
  const real = await importOriginal<object>()
  const { EventEmitter: Emitter } = await import('node:events')
  class FakeBus extends Emitter {
    send(message: Message): void {
      const { member, body, destination, flags } = message
      bus.sent.push({ member, body, destination, flags })
    }
    async call(message: Message): Promise<Message> {
      this.send(message)
      const { member } = message
      if (member === 'AddMatch') return reply([])
      if (!bus.answers) return new Promise(() => undefined)
      if (bus.capabilities === null) throw new Error('ServiceUnknown')
      return reply(member === 'GetCapabilities' ? [bus.capabilities] : [7])
    }
  }
  const reply = (body: unknown[]) => ({ sender: ':1.4', body }) as unknown as Message
  return {
    ...real,
    sessionBus: () => {
      if (!bus.isReachable) throw new Error('No bus')
      const made = new FakeBus()
      bus.connections.push(made)
      return made
    },
  }
})

beforeEach(() =>
  Object.assign(bus, {
    capabilities: ['actions', 'body', 'body-markup'],
    ...{ answers: true, isReachable: true, connections: [], sent: [] },
  }),
)

const of = (member: string) => bus.sent.filter((message) => message.member === member)

/** A signal of a server about its notification. */
async function signal(member: string, body: unknown[], sender = ':1.4'): Promise<void> {
  const about = { path: '/org/freedesktop/Notifications', interface: 'org.freedesktop.Notifications' }
  bus.connections.at(-1)?.emit('message', { ...about, sender, member, body })
  await new Promise(setImmediate)
}

function setUp() {
  const heard: (number | string | null)[] = []
  const notification: BusNotification = {
    title: 'New sign-in: <b>手机</b>',
    body: 'Ana & <i>Bia</i>',
    clickLabel: 'Show',
    buttons: ['It was me', 'End…'],
    pressed: (button) => heard.push(button),
    closed: () => heard.push('closed'),
  }
  const notifications = createBusNotifications({
    appName: 'Session Desk',
    desktopId: 'session-desk',
    icon: { side: 1, rgba: Buffer.from([1, 2, 3, 255]) },
  })
  return { heard, notifications, notification, show: () => notifications.show(notification) }
}

describe('a notification over the bus', () => {
  it('stays, has its buttons and the app’s name, and shows markup of others as text', async () => {
    await setUp().show()
    const [name, replaces, icon, title, body, actions, hints, timeout] = of('Notify')[0]?.body ?? []
    expect([name, replaces, icon, timeout]).toEqual(['Session Desk', 0, '', 0])
    expect([title, body]).toEqual(['New sign-in: ‹b›手机‹/b›', 'Ana &amp; &lt;i&gt;Bia&lt;/i&gt;'])
    expect(actions).toEqual(['default', 'Show', '0', 'It was me', '1', 'End…'])
    expect(hints).toMatchObject({
      urgency: { signature: 'y', value: 2 },
      'desktop-entry': { signature: 's', value: 'session-desk' },
      // A server cannot read the file of the icon, which is in the package's archive.
      'image-data': { signature: '(iiibiiay)', value: [1, 1, 4, true, 8, 4, Buffer.from([1, 2, 3, 255])] },
    })
  })

  it('has its body as it is where the server reads no markup', async () => {
    bus.capabilities = ['actions', 'body']
    await setUp().show()
    expect(of('Notify')[0]?.body[4]).toBe('Ana & <i>Bia</i>')
  })

  it.each([
    ['without buttons', ['body', 'body-markup']],
    ['that is not there', null],
  ])('is not sent to a server %s', async (_which, capabilities) => {
    bus.capabilities = capabilities
    expect([await setUp().show(), of('Notify')]).toEqual([null, []])
  })

  it('hears of its buttons, of a click and of its end, from its server alone', async () => {
    const { heard, show } = setUp()
    await show()
    await signal('ActionInvoked', [7, '1'], ':1.9')
    await signal('ActionInvoked', [8, '1'])
    await signal('ActionInvoked', [7, '2'])
    await signal('ActionInvoked', [7, 'inline-reply'])
    expect(heard).toEqual([])
    for (const key of ['1', '0', 'default']) await signal('ActionInvoked', [7, key])
    await signal('NotificationClosed', [7, 2])
    await signal('ActionInvoked', [7, '1'])
    expect(heard).toEqual([1, 0, null, 'closed'])
  })

  it('is closed at its own server, which is not started for that, and then hears nothing', async () => {
    const { heard, show } = setUp()
    const close = await show()
    close?.()
    expect(of('CloseNotification')).toEqual([
      { member: 'CloseNotification', body: [7], destination: ':1.4', flags: 3 },
    ])
    await signal('NotificationClosed', [7, 3])
    expect(heard).toEqual([])
  })

  it('is given up after five seconds, so that it is shown in another way', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    bus.answers = false
    const shown = setUp().show()
    await vi.advanceTimersByTimeAsync(5_000)
    vi.useRealTimers()
    expect(await shown).toBeNull()
  })

  it('needs a bus, and finds a later one', async () => {
    bus.isReachable = false
    const { show } = setUp()
    expect(await show()).toBeNull()
    bus.isReachable = true
    expect(await show()).not.toBeNull()
    bus.answers = false
    const waiting = show()
    await vi.waitFor(() => expect(of('GetCapabilities')).toHaveLength(2))
    bus.connections[0]?.emit('error', new Error('The bus is gone'))
    expect(await waiting).toBeNull()
    bus.answers = true
    expect(await show()).not.toBeNull()
    expect(bus.connections).toHaveLength(2)
  })
})
