import { app, Notification } from 'electron'
import { join } from 'node:path'
import { sanitizeMarkup } from '../../domain/sanitize.ts'
import type { Log, Notifier } from '../../core/ports.ts'
import { parseActivatedId } from '../../features/desktop/index.ts'

/** Events of the notifier that do not belong to a notification of this run. */
export interface NotifierEvents {
  /** A notification of an earlier run was clicked; its id, or an empty text if it is unknown. */
  activated(id: string): void
  /** Whether the system refuses notifications changed. */
  changed(): void
}

/**
 * Creates the system's notifications. Each one is referenced until it closes, because a garbage-collected one receives
 * no click.
 */
export function createNotifier(platform: NodeJS.Platform, log: Log, on: NotifierEvents): Notifier {
  const shown = new Map<string, Notification>()
  // Asking the system already at the start would load its library.
  let isRefused = false

  function close(id: string): void {
    const notification = shown.get(id)
    shown.delete(id)
    if (notification) notification.close()
    // macOS keeps the notifications of earlier runs; other systems cannot close them by id. From Electron 42 on.
    else if (platform === 'darwin') (Notification as Partial<typeof Notification>).remove?.(id)
  }

  function setRefused(refused: boolean): void {
    if (refused === isRefused) return
    isRefused = refused
    on.changed()
  }

  // On Windows, from Electron 42 on, this also reports the click that started the app.
  const { handleActivation } = Notification as Partial<typeof Notification>
  if (platform === 'win32')
    handleActivation?.call(Notification, ({ arguments: activation }) => {
      const id = parseActivatedId(activation)
      // The notifications of this run have listeners of their own.
      if (id === null || !shown.has(id)) on.activated(id ?? '')
    })

  return {
    close,
    isRefused: () => isRefused,
    show({ id, groupId, title, body, clicked, arrived }) {
      if (!Notification.isSupported()) return setRefused(true)
      close(id)
      // The title too: some servers parse it, although only the body may have markup.
      const plain = platform === 'linux' ? sanitizeMarkup : (text: string) => text
      // macOS and Windows use the ids from Electron 42 on; one with the same id is replaced.
      const notification = new Notification({
        id,
        // Without one GNOME shows a light bulb (dialog-information); other systems take the app's.
        ...(platform === 'linux'
          ? { icon: join(app.getAppPath(), 'resources', 'icons', '256x256.png') }
          : {}),
        ...(groupId === null ? {} : { groupId }),
        title: plain(title),
        body: plain(body),
      })
      notification.on('click', () => {
        close(id)
        clicked()
      })
      notification.on('close', () => shown.get(id) === notification && shown.delete(id))
      notification.on('show', () => {
        setRefused(false)
        arrived?.()
      })
      notification.on('failed', (_event, reason) => {
        if (shown.get(id) === notification) shown.delete(id)
        log.warn('notification.failed', { reason })
        setRefused(true)
      })
      shown.set(id, notification)
      notification.show()
    },
  }
}
