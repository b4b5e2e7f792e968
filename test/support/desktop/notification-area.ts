import { Message, sessionBus } from '@jellybrick/dbus-next'

const NAME = 'org.freedesktop.Notifications'
const PATH = '/org/freedesktop/Notifications'

/** A notification that the desktop received. */
export interface Shown {
  id: number
  title: string
  body: string
}

/** The part of a desktop that shows notifications (freedesktop.org, Desktop Notifications). */
export type NotificationArea = Awaited<ReturnType<typeof startNotificationArea>>

/** Adds a notification area to a bus. */
export async function startNotificationArea(busAddress: string) {
  const bus = sessionBus({ busAddress })
  const shown: Shown[] = []
  const closed: number[] = []
  const sendSignal = (member: string, signature: string, body: unknown[]): void =>
    bus.send(Message.newSignal(PATH, NAME, member, signature, body))

  bus.addMethodHandler((message) => {
    if (message.interface !== NAME) return false
    const [signature, body] = answer(message)
    bus.send(Message.newMethodReturn(message, signature, body))
    return true
  })

  function answer({ member, body }: Message): [signature: string, body: unknown[]] {
    switch (member) {
      case 'GetCapabilities':
        return ['as', [['actions', 'body', 'body-markup']]]
      case 'GetServerInformation':
        return ['ssss', ['test', 'test', '1', '1.2']]
      case 'Notify': {
        const [, replaced, , title, text] = body as [string, number, string, string, string]
        const id = replaced || shown.length + 1
        shown.push({ id, title, body: text })
        return ['u', [id]]
      }
      case 'CloseNotification': {
        const [id] = body as [number]
        closed.push(id)
        sendSignal('NotificationClosed', 'uu', [id, 3])
        return ['', []]
      }
      default:
        return ['', []]
    }
  }

  await bus.requestName(NAME)
  return {
    /** All notifications in order, also closed ones. */
    shown: shown as readonly Shown[],
    /** The ids of the notifications that the app closed. */
    closed: closed as readonly number[],
    /** Clicks a notification. */
    click(id: number): void {
      sendSignal('ActionInvoked', 'us', [id, 'default'])
    },
    stop: (): void => bus.disconnect(),
  }
}
