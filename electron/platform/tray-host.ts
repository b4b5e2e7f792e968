import type { EventEmitter } from 'node:events'
import type { Log } from '../core/ports.ts'
import { describeError } from './uncaught.ts'

/** Whether this desktop has a place for tray icons. */
export interface TrayHost {
  /** Null until the desktop has answered. */
  isThere(): boolean | null
  /** Resolves with the desktop's first answer, or when it has not come for a while. */
  answered: Promise<void>
  /** Calls back whenever the answer changed, the first one included; one listener. */
  onChanged(listener: () => void): void
}

const WATCHER = 'org.kde.StatusNotifierWatcher'
const DBUS = 'org.freedesktop.DBus'
/** What tells that the answer may have changed: the watcher came or went, or a host did. */
const SIGNALS = [
  `type='signal',sender='${DBUS}',member='NameOwnerChanged',arg0='${WATCHER}'`,
  `type='signal',interface='${WATCHER}',member='StatusNotifierHostRegistered'`,
  `type='signal',interface='${WATCHER}',member='StatusNotifierHostUnregistered'`,
]
/** ms for which a tray icon waits for the first answer. */
const PATIENCE = 1_000

/**
 * Looks for it, now and whenever it comes or goes. On Linux that is a StatusNotifier host on the session bus
 * (freedesktop.org, StatusNotifierItem): GNOME as it comes has none. Windows and macOS always have a tray. A bus that
 * cannot be reached counts as a desktop without one.
 */
export function watchTrayHost(platform: NodeJS.Platform, log: Log): TrayHost {
  const always = { isThere: () => true, answered: Promise.resolve(), onChanged: () => undefined }
  if (platform !== 'linux') return always
  let changed = (): void => undefined
  let isThere: boolean | null = null
  let resolveFirst = (): void => undefined
  const answered = new Promise<void>((resolve) => (resolveFirst = resolve))
  setTimeout(resolveFirst, PATIENCE).unref()

  function found(answer: boolean): void {
    resolveFirst()
    if (answer === isThere) return
    isThere = answer
    changed()
  }

  connect(found).catch((error: unknown) => {
    log.warn('trayHost.notAsked', describeError(error))
    found(false)
  })
  return { isThere: () => isThere, answered, onChanged: (listener) => void (changed = listener) }
}

/** Asks the bus, and again at each signal; throws when there is no bus. */
async function connect(found: (isThere: boolean) => void): Promise<void> {
  const { Message, MessageFlag, sessionBus, Variant } = await import('@jellybrick/dbus-next')
  const bus = sessionBus()
  let asked = 0
  // Its types leave this event out; unheard, it would be thrown.
  ;(bus as EventEmitter).on('error', () => found(false))

  async function ask(): Promise<void> {
    const mine = ++asked
    const question = new Message({
      destination: WATCHER,
      path: '/StatusNotifierWatcher',
      interface: `${DBUS}.Properties`,
      member: 'Get',
      signature: 'ss',
      body: [WATCHER, 'IsStatusNotifierHostRegistered'],
      // Asking must not start one.
      flags: MessageFlag.NO_AUTO_START,
    })
    const reply = await bus.call(question).catch(() => null)
    const value: unknown = reply?.body[0]
    // An answer to an older question may come later than the newest.
    if (mine === asked) found(value instanceof Variant && value.value === true)
  }

  bus.on('message', (message) => {
    const isOwner = message.member === 'NameOwnerChanged' && message.body[0] === WATCHER
    if (isOwner || message.interface === WATCHER) void ask()
  })
  for (const rule of SIGNALS)
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
  await ask()
}
