import type { Log } from '../../core/ports.ts'
import { describeError } from '../start/uncaught.ts'
import { watchBusFlags } from './bus-flags.ts'

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
const HOST = {
  service: WATCHER,
  path: '/StatusNotifierWatcher',
  iface: WATCHER,
  properties: ['IsStatusNotifierHostRegistered'],
  signals: ['StatusNotifierHostRegistered', 'StatusNotifierHostUnregistered'].map(
    (member) => `type='signal',interface='${WATCHER}',member='${member}'`,
  ),
}
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

  watchBusFlags(HOST, update).catch((error: unknown) => {
    log.warn('trayHost.unreachable', describeError(error))
    update(false)
  })
  return { isPresent: () => isPresent, answered, onChanged: (listener) => void (changed = listener) }
}
