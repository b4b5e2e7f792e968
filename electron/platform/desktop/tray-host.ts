import type { EventEmitter } from 'node:events'
import type { Log } from '../../core/ports.ts'
import { describeError } from '../start/uncaught.ts'

/** Whether this desktop shows tray icons. */
export interface TrayHost {
  /** Null until the desktop answered. */
  isPresent(): boolean | null
  /** Resolves with the desktop's first answer, or after a timeout. */
  answered: Promise<void>
  /** Sets the listener that runs when the answer changes, the first one included. */
  onChanged(listener: () => void): void
}

const WATCHER = 'org.kde.StatusNotifierWatcher'
const DBUS = 'org.freedesktop.DBus'
/** Signals after which the answer may differ: the watcher or a host appeared or disappeared. */
const SIGNALS = [
  `type='signal',sender='${DBUS}',member='NameOwnerChanged',arg0='${WATCHER}'`,
  `type='signal',interface='${WATCHER}',member='StatusNotifierHostRegistered'`,
  `type='signal',interface='${WATCHER}',member='StatusNotifierHostUnregistered'`,
]
/** The maximum wait for the first answer. */
const ANSWER_TIMEOUT_MS = 1_000

/**
 * Watches for a tray. On Linux that is a StatusNotifier host on the session bus (freedesktop.org, StatusNotifierItem);
 * GNOME has none by default. Windows and macOS always have a tray. Without a reachable bus there is none.
 */
export function watchTrayHost(platform: NodeJS.Platform, log: Log): TrayHost {
  const always = { isPresent: () => true, answered: Promise.resolve(), onChanged: () => undefined }
  if (platform !== 'linux') return always
  let changed = (): void => undefined
  let isPresent: boolean | null = null
  let resolveFirst = (): void => undefined
  const answered = new Promise<void>((resolve) => (resolveFirst = resolve))
  setTimeout(resolveFirst, ANSWER_TIMEOUT_MS).unref()

  function update(answer: boolean): void {
    resolveFirst()
    if (answer === isPresent) return
    isPresent = answer
    changed()
  }

  connect(update).catch((error: unknown) => {
    log.warn('trayHost.unreachable', describeError(error))
    update(false)
  })
  return { isPresent: () => isPresent, answered, onChanged: (listener) => void (changed = listener) }
}

/** Asks the bus at once and after each signal; rejects if there is no bus. */
async function connect(update: (isPresent: boolean) => void): Promise<void> {
  const { Message, MessageFlag, sessionBus, Variant } = await import('@jellybrick/dbus-next')
  const bus = sessionBus()
  let lastId = 0
  // The types omit this event. Without a listener an error would be thrown.
  ;(bus as EventEmitter).on('error', () => update(false))

  async function query(): Promise<void> {
    const id = ++lastId
    const request = new Message({
      destination: WATCHER,
      path: '/StatusNotifierWatcher',
      interface: `${DBUS}.Properties`,
      member: 'Get',
      signature: 'ss',
      body: [WATCHER, 'IsStatusNotifierHostRegistered'],
      // The question must not start a watcher.
      flags: MessageFlag.NO_AUTO_START,
    })
    const answer = await bus.call(request).catch(() => null)
    const value: unknown = answer?.body[0]
    // Ignore the answer to an older question.
    if (id === lastId) update(value instanceof Variant && value.value === true)
  }

  bus.on('message', (message) => {
    const isOwner = message.member === 'NameOwnerChanged' && message.body[0] === WATCHER
    if (isOwner || message.interface === WATCHER) void query()
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
  await query()
}
