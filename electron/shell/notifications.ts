import { Notification } from 'electron'
import { sanitizeMarkup } from '../domain/session-name.ts'
import type { Notifier } from '../services/ports.ts'

/** Notifications by the system. Each is held until it is gone: what was collected would hear no click. */
export function createNotifier(platform: NodeJS.Platform): Notifier {
  const shown = new Map<string, Notification>()

  function close(id: string): void {
    shown.get(id)?.close()
    shown.delete(id)
  }

  return {
    close,
    show({ id, title, body, clicked }) {
      if (!Notification.isSupported()) return
      close(id)
      const made = new Notification({ title, body: platform === 'linux' ? sanitizeMarkup(body) : body })
      made.on('click', () => {
        close(id)
        clicked()
      })
      made.on('close', () => shown.get(id) === made && shown.delete(id))
      shown.set(id, made)
      made.show()
    },
  }
}
