import type { EventEmitter } from 'node:events'

const DBUS = 'org.freedesktop.DBus'

/** Boolean properties of a service on the session bus. */
export interface BusFlags {
  /** Its well-known name. */
  service: string
  path: string
  iface: string
  properties: readonly string[]
  /** Match rules of the signals after which a value may differ, besides those of the service's own start and end. */
  signals: readonly string[]
}

/**
 * Tells whether any of the properties is true: at once, and after each signal. False while the service is not there; asking does
 * not start it. Rejects if there is no bus.
 */
export async function watchBusFlags(
  { service, path, iface, properties, signals }: BusFlags,
  update: (isAnyTrue: boolean) => void,
): Promise<void> {
  const { Message, MessageFlag, sessionBus, Variant } = await import('@jellybrick/dbus-next')
  const bus = sessionBus()
  let lastId = 0
  // The types omit this event. Without a listener an error would be thrown.
  ;(bus as EventEmitter).on('error', () => update(false))

  async function isTrue(property: string): Promise<boolean> {
    const request = new Message({
      destination: service,
      path,
      interface: `${DBUS}.Properties`,
      member: 'Get',
      signature: 'ss',
      body: [iface, property],
      flags: MessageFlag.NO_AUTO_START,
    })
    const answer = await bus.call(request).catch(() => null)
    const value: unknown = answer?.body[0]
    return value instanceof Variant && value.value === true
  }

  async function query(): Promise<void> {
    const id = ++lastId
    const values = await Promise.all(properties.map(isTrue))
    // Ignore the answers to an older question.
    if (id === lastId) update(values.includes(true))
  }

  bus.on('message', (message) => {
    const isOwner = message.member === 'NameOwnerChanged' && message.body[0] === service
    if (isOwner || message.path === path) void query()
  })
  const owner = `type='signal',sender='${DBUS}',member='NameOwnerChanged',arg0='${service}'`
  for (const rule of [owner, ...signals])
    await bus.call(
      new Message({
        destination: DBUS,
        path: '/org/freedesktop/DBus',
        interface: DBUS,
        member: 'AddMatch',
        signature: 's',
        body: [rule],
      }),
    )
  await query()
}
