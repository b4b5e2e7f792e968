import type { Log } from '../../core/ports.ts'
import { describeError } from '../start/uncaught.ts'
import { watchBusFlags } from './bus-flags.ts'

const PATH = '/org/a11y/bus'
const STATUS = 'org.a11y.Status'

/**
 * Tells whether a screen reader or another assistive technology runs, as soon as that is known and whenever it changes. On Linux
 * AT-SPI says so on the session bus: a desktop sets `ScreenReaderEnabled`, a reader that was started by itself `IsEnabled`.
 * There Chromium gives it an empty window until `app.setAccessibilitySupportEnabled` (Electron's docs). On Windows and macOS it
 * notices by itself.
 */
export function watchScreenReader(
  platform: NodeJS.Platform,
  log: Log,
  update: (isRunning: boolean) => void,
): void {
  if (platform !== 'linux') return
  let isRunning = false
  const flags = {
    service: 'org.a11y.Bus',
    path: PATH,
    iface: STATUS,
    properties: ['ScreenReaderEnabled', 'IsEnabled'],
    signals: [`type='signal',path='${PATH}',member='PropertiesChanged',arg0='${STATUS}'`],
  }
  watchBusFlags(flags, (isAny) => {
    if (isAny === isRunning) return
    isRunning = isAny
    log.info('screenReader.changed', { isRunning })
    update(isRunning)
  }).catch((error: unknown) => log.warn('screenReader.unknown', describeError(error)))
}
