import { Notification } from 'electron'
import { sanitizeMarkup } from '../core/domain/sanitize.ts'
import type { Log, Notifier } from '../core/ports.ts'
import { parseActivatedId } from '../features/desktop/index.ts'

/** What happens to notifications beside what happens to a single one. */
export interface NotifierEvents {
  /** Somebody clicked one that an earlier run showed; by its id. */
  activated(id: string): void
  /** Whether the system refuses them is no longer as it was. */
  changed(): void
}

/** Notifications by the system. Each is held until it is gone: what was collected would hear no click. */
export function createNotifier(platform: NodeJS.Platform, log: Log, on: NotifierEvents): Notifier {
  const shown = new Map<string, Notification>()
  // Asking at the start would load the system's library before anybody needs it.
  let isRefused = false

  function close(id: string): void {
    const held = shown.get(id)
    shown.delete(id)
    if (held) held.close()
    // macOS keeps those of earlier runs; others cannot be taken back without their object. From Electron 42 on.
    else if (platform === 'darwin') (Notification as Partial<typeof Notification>).remove?.(id)
  }

  function setRefused(refused: boolean): void {
    if (refused === isRefused) return
    isRefused = refused
    on.changed()
  }

  // Clicks on what an earlier run showed, on Windows from Electron 42 on; a click that started the app is among them.
  const { handleActivation } = Notification as Partial<typeof Notification>
  if (platform === 'win32')
    handleActivation?.call(Notification, ({ arguments: activation }) => {
      const id = parseActivatedId(activation)
      // Of what this run showed, the notification itself tells.
      if (id === null || !shown.has(id)) on.activated(id ?? '')
    })

  return {
    close,
    isRefused: () => isRefused,
    show({ id, groupId, title, body, clicked, arrived }) {
      if (!Notification.isSupported()) return setRefused(true)
      close(id)
      const text = platform === 'linux' ? sanitizeMarkup(body) : body
      // The ids are for macOS and Windows from Electron 42 on, which show one of the same id in its place.
      const made = new Notification({ id, ...(groupId === null ? {} : { groupId }), title, body: text })
      made.on('click', () => {
        close(id)
        clicked()
      })
      made.on('close', () => shown.get(id) === made && shown.delete(id))
      made.on('show', () => {
        setRefused(false)
        arrived?.()
      })
      made.on('failed', (_event, reason) => {
        if (shown.get(id) === made) shown.delete(id)
        log.warn('notification.failed', { reason })
        setRefused(true)
      })
      shown.set(id, made)
      made.show()
    },
  }
}
