import { Message, sessionBus, type Variant } from '@jellybrick/dbus-next'

const NAME = 'org.freedesktop.Notifications'
const PATH = '/org/freedesktop/Notifications'

/** A notification that the desktop received. */
export interface Shown {
  id: number
  title: string
  body: string
  /** Keys and labels in turn. */
  actions: readonly string[]
  /** 0 low, 1 normal, 2 critical; null: not said. */
  urgency: number | null
  /** When it disappears by itself, ms; 0 never, -1 as the server likes. */
  timeout: number
}

type NotifyArguments = [
  appName: string,
  replaces: number,
  icon: string,
  title: string,
  body: string,
  actions: string[],
  hints: Record<string, Variant | undefined>,
  timeout: number,
]

/** The part of a desktop that shows notifications (freedesktop.org, Desktop Notifications). */
export type NotificationArea = Awaited<ReturnType<typeof startNotificationArea>>

/** What most servers announce. */
const CAPABILITIES = ['actions', 'body', 'body-markup']

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
        return ['as', [CAPABILITIES]]
      case 'GetServerInformation':
        return ['ssss', ['test', 'test', '1', '1.2']]
      case 'Notify': {
        const [, replaced, , title, text, actions, hints, timeout] = body as NotifyArguments
        const id = replaced || shown.length + 1
        const urgency = hints['urgency']?.value ?? null
        shown.push({ id, title, body: text, actions, urgency: urgency as number | null, timeout })
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
    /** Presses the button of a notification that has this label. */
    press({ id, actions }: Shown, label: string): void {
      const key = actions[actions.indexOf(label) - 1]
      if (key === undefined) throw new Error(`No button ${label}: ${actions.join()}`)
      sendSignal('ActionInvoked', 'us', [id, key])
    },
    stop: (): void => bus.disconnect(),
  }
}
