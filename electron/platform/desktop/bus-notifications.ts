import type { EventEmitter } from 'node:events'
import type { Message as BusMessage } from '@jellybrick/dbus-next'
import { escapeMarkup, sanitizeMarkup } from '../../domain/sanitize.ts'

const NAME = 'org.freedesktop.Notifications'
const PATH = '/org/freedesktop/Notifications'
const BUS = 'org.freedesktop.DBus'
/** Of the urgency hint. */
const CRITICAL = 2
/** The expiry of a notification that stays. */
const NEVER = 0
/** The key of the action that a click on the notification itself invokes. */
const CLICK = 'default'
/** How long the server may take, ms; it may have to be started first. */
const ANSWER_TIMEOUT_MS = 5_000

/** A notification that stays, with buttons. */
export interface BusNotification {
  title: string
  body: string
  /** What a click on the notification itself does, for servers that offer that as a button too. */
  clickLabel: string
  buttons: readonly string[]
  /** The button with this index was pressed; null: the notification itself. */
  pressed(button: number | null): void
  /** It is not shown any more. */
  closed(): unknown
}

/** A square picture: the pixels of its rows, each as red, green, blue and alpha, one byte each. */
export interface IconPixels {
  side: number
  rgba: Buffer
}

/** Who notifies. `desktopId` is the name of the app's desktop file, by which a desktop finds its settings. */
export interface NotificationSender {
  appName: string
  desktopId: string
  icon: IconPixels
}

/** Closes the notification that it was returned for. */
export type CloseNotification = () => void

/** The notification server of a Linux desktop (freedesktop.org, Desktop Notifications). */
export interface BusNotifications {
  /**
   * Shows a notification; resolves with what closes it, or null if the server has no buttons or does not answer in time.
   * Never rejects.
   */
  show(notification: BusNotification): Promise<CloseNotification | null>
}

/**
 * Shows notifications over the session bus, because Electron's have no buttons on Linux, neither in 33 nor in 45: its
 * libnotify_notification.cc adds the action of the click alone. Connects at the first one.
 */
export function createBusNotifications(sender: NotificationSender): BusNotifications {
  let server: ReturnType<typeof connect> | null = null

  return {
    async show(notification) {
      server ??= connect(sender)
      let isLate = false
      const sent = server
        .then(({ send }) => send(notification))
        .then((close) => {
          // It was shown in another way meanwhile.
          if (isLate) close?.()
          return close
        })
        .catch(() => {
          // Without a bus, or not any more; the next one connects again.
          server = null
          return null
        })
      const late = new Promise<null>((resolve) =>
        setTimeout(() => {
          isLate = true
          resolve(null)
        }, ANSWER_TIMEOUT_MS).unref(),
      )
      return Promise.race([sent, late])
    },
  }
}

/** Connects to the session bus, and listens to the notification server. Rejects if there is no bus. */
async function connect({ appName, desktopId, icon }: NotificationSender) {
  const { Message, MessageFlag, sessionBus, Variant } = await import('@jellybrick/dbus-next')
  const { side, rgba } = icon
  // Not by its path: that is in the package's archive, where no server can read it.
  const picture = new Variant('(iiibiiay)', [side, side, side * 4, true, 8, 4, rgba])
  const bus = sessionBus()
  /** What is shown, by the server's own name on the bus and its id. */
  const shown = new Map<string, BusNotification>()
  const keyOf = (sender: string | undefined, id: unknown): string => `${sender} ${String(id)}`
  const broken = new Promise<never>((_resolve, reject) => (bus as EventEmitter).on('error', reject))
  // Whoever waits hears of it; nobody waits between the calls.
  broken.catch(() => undefined)

  const call = (message: BusMessage): Promise<BusMessage | null> =>
    Promise.race([bus.call(message).catch(() => null), broken])
  /** Calls a method of the server, which the bus starts if need be; null if it refuses. */
  const ask = (member: string, signature = '', body: unknown[] = []): Promise<BusMessage | null> =>
    call(new Message({ destination: NAME, path: PATH, interface: NAME, member, signature, body }))

  function close(sender: string | undefined, id: number): void {
    shown.delete(keyOf(sender, id))
    const request = { destination: sender ?? NAME, path: PATH, interface: NAME, member: 'CloseNotification' }
    // A server that has quit since is not started for that.
    const flags = MessageFlag.NO_AUTO_START | MessageFlag.NO_REPLY_EXPECTED
    void bus.call(new Message({ ...request, signature: 'u', body: [id], flags }))
  }

  function receive({ sender, member, body }: BusMessage): void {
    const [id, key]: unknown[] = body
    const notification = shown.get(keyOf(sender, id))
    if (!notification) return
    if (member === 'NotificationClosed') {
      shown.delete(keyOf(sender, id))
      notification.closed()
    } else if (member === 'ActionInvoked') {
      const button = key === CLICK ? null : Number(key)
      if (button === null || notification.buttons[button] !== undefined) notification.pressed(button)
    }
  }

  bus.on('message', (message) => {
    // Later, so that the answer to Notify is known before a signal about its notification.
    if (message.path === PATH && message.interface === NAME) setImmediate(receive, message)
  })
  const rule = `type='signal',interface='${NAME}',path='${PATH}'`
  const bind = { destination: BUS, path: '/org/freedesktop/DBus', interface: BUS, member: 'AddMatch' }
  await call(new Message({ ...bind, signature: 's', body: [rule] }))

  return {
    /** Shows a notification if the server has buttons; null if not. */
    async send(notification: BusNotification): Promise<CloseNotification | null> {
      const { title, body, buttons, clickLabel } = notification
      const capabilities: unknown = (await ask('GetCapabilities'))?.body[0]
      if (!Array.isArray(capabilities) || !capabilities.includes('actions')) return null
      const answer = await ask('Notify', 'susssasa{sv}i', [
        appName,
        0,
        '',
        // No server announces whether it parses the title.
        sanitizeMarkup(title),
        capabilities.includes('body-markup') ? escapeMarkup(body) : body,
        [CLICK, clickLabel, ...buttons.flatMap((label, at) => [String(at), label])],
        {
          urgency: new Variant('y', CRITICAL),
          'desktop-entry': new Variant('s', desktopId),
          'image-data': picture,
        },
        NEVER,
      ])
      const id: unknown = answer?.body[0]
      if (!answer || typeof id !== 'number') return null
      shown.set(keyOf(answer.sender, id), notification)
      return () => close(answer.sender, id)
    },
  }
}
