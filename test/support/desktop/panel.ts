import { Message, sessionBus, Variant } from '@jellybrick/dbus-next'
import { waitFor } from '../process/wait-for.ts'
import { callOn } from './bus.ts'
import { trayItem } from './tray-item.ts'

const WATCHER = 'org.kde.StatusNotifierWatcher'
const MENU = 'com.canonical.dbusmenu'
const DBUS = 'org.freedesktop.DBus'
const PROPERTIES = 'org.freedesktop.DBus.Properties'

/** A desktop's panel, as far as trays need one (freedesktop.org, StatusNotifierItem). */
export type Panel = Awaited<ReturnType<typeof startPanel>>

/** Adds a panel to a bus. Call it before the app starts, which otherwise finds none. */
export async function startPanel(busAddress: string) {
  const bus = sessionBus({ busAddress })
  const call = callOn(bus)
  let item: { name: string; path: string } | null = null
  let layouts = 0

  bus.addMethodHandler((message) => {
    if (message.path !== '/StatusNotifierWatcher') return false
    if (message.interface === WATCHER && message.member === 'RegisterStatusNotifierItem') {
      const [service] = message.body as [string]
      item = service.startsWith('/')
        ? { name: message.sender, path: service }
        : { name: service, path: '/StatusNotifierItem' }
      bus.send(Message.newMethodReturn(message))
      return true
    }
    if (message.interface === PROPERTIES && message.member === 'Get') {
      bus.send(Message.newMethodReturn(message, 'v', [valueOf(String(message.body[1]))]))
      return true
    }
    return false
  })
  bus.on('message', (message) => {
    if (message.interface === MENU && message.member === 'LayoutUpdated') layouts += 1
    if (message.interface !== DBUS || message.member !== 'NameOwnerChanged') return
    const [name, , owner] = message.body as [string, string, string]
    // An app that ended takes its icon with it.
    if (name === item?.name && owner === '') item = null
  })
  await bus.requestName(WATCHER)
  for (const rule of [
    `type='signal',interface='${MENU}',member='LayoutUpdated'`,
    `type='signal',interface='${DBUS}',member='NameOwnerChanged'`,
  ])
    await call(DBUS, '/org/freedesktop/DBus', DBUS, 'AddMatch', 's', [rule])

  /** The app registers its icon a moment after its window is painted. */
  const registered = (): Promise<{ name: string; path: string }> =>
    waitFor(() => item, 'No app is in the tray')

  return {
    ...trayItem(call, registered),
    /** The number of menu layouts that the app has announced. */
    layouts: (): number => layouts,
    stop: (): void => bus.disconnect(),
  }
}

function valueOf(property: string): Variant {
  switch (property) {
    case 'IsStatusNotifierHostRegistered':
      return new Variant('b', true)
    case 'ProtocolVersion':
      return new Variant('i', 0)
    default:
      return new Variant('as', [])
  }
}
