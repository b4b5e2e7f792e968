import { app, nativeImage, Notification } from 'electron'
import { join } from 'node:path'
import { sanitizeMarkup } from '../../domain/sanitize.ts'
import type { Log, Notification as Content, NotificationDecision, Notifier } from '../../core/ports.ts'
import { parseActivatedId } from '../../features/desktop/index.ts'
import type { BusNotification, BusNotifications, IconPixels } from './bus-notifications.ts'

/** Events of the notifier that do not belong to a notification of this run. */
export interface NotifierEvents {
  /** A notification of an earlier run was clicked; its id, or an empty text if it is unknown. */
  activated(id: string): void
  /** Whether the system refuses notifications changed. */
  changed(): void
}

/** Of the icon beside a notification, in pixels: as large as desktops show it, at twice the scale. */
const ICON_SIDE = 96

/** A notification that is shown, or about to be. */
interface Shown {
  stays: boolean
  close(): void
}

/**
 * Creates the system's notifications. Each one is referenced until it closes, because a garbage-collected one receives
 * no click. `leave`: the app quits, and closes those that would stay with buttons that do nothing any more.
 */
export function createNotifier(
  platform: NodeJS.Platform,
  log: Log,
  on: NotifierEvents,
): Notifier & { leave(): void } {
  const shown = new Map<string, Shown>()
  // Asking the system already at the start would load its library.
  let isRefused = false
  let bus: Promise<BusNotifications> | null = null

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

  /** Shows a notification by Electron. */
  function show({ id, groupId, title, body, clicked, arrived, decision }: Content): void {
    if (!Notification.isSupported()) return setRefused(true)
    // The title too: some servers parse it, although only the body may have markup.
    const plain = platform === 'linux' ? sanitizeMarkup : (text: string) => text
    // macOS and Windows use the ids from Electron 42 on; one with the same id is replaced.
    const notification = new Notification({
      id,
      ...(platform === 'linux' ? { icon: icon() } : {}),
      ...(groupId === null ? {} : { groupId }),
      title: plain(title),
      body: plain(body),
      ...(decision && optionsFor(decision, platform)),
    })
    const entry = { stays: decision !== undefined, close: () => notification.close() }
    notification.on('click', () => {
      close(id)
      clicked()
    })
    notification.on('action', (details, index) => {
      close(id)
      // In Electron 33 the index is an argument of its own.
      decision?.buttons[(details as Partial<typeof details>).actionIndex ?? index]?.pressed()
    })
    notification.on('close', () => shown.get(id) === entry && shown.delete(id))
    notification.on('show', () => {
      setRefused(false)
      arrived?.()
    })
    notification.on('failed', (_event, reason) => {
      if (shown.get(id) === entry) shown.delete(id)
      log.warn('notification.failed', { reason })
      setRefused(true)
    })
    shown.set(id, entry)
    notification.show()
  }

  /** Loads what shows buttons on Linux, once; what could not be loaded is loaded for the next notification. */
  function connect(): Promise<BusNotifications> {
    bus ??= import('./bus-notifications.ts').then(({ createBusNotifications }) =>
      createBusNotifications({
        appName: app.name,
        desktopId: (process.env['CHROME_DESKTOP'] ?? '').replace(/\.desktop$/, ''),
        icon: iconPixels(),
      }),
    )
    return bus
  }

  /** Shows nothing that has buttons this time; the next notification tries again. */
  function failOnBus(error: unknown): null {
    bus = null
    log.warn('notification.notOnBus', { error: error instanceof Error ? error.name : typeof error })
    return null
  }

  /** Shows a notification with its buttons where the desktop's server has some, and otherwise without. */
  async function showOnBus(content: Content, { buttons, clickLabel }: NotificationDecision): Promise<void> {
    const { id, title, body, clicked, arrived } = content
    const entry: Shown = { stays: true, close: () => undefined }
    const isCurrent = (): boolean => shown.get(id) === entry
    shown.set(id, entry)
    const notification: BusNotification = {
      ...{ title, body, clickLabel },
      buttons: buttons.map(({ label }) => label),
      pressed(button) {
        if (!isCurrent()) return
        close(id)
        if (button === null) clicked()
        else buttons[button]?.pressed()
      },
      closed: () => isCurrent() && shown.delete(id),
    }
    const closeIt = await connect()
      .then((desktop) => desktop.show(notification))
      .catch(failOnBus)
    // It was closed meanwhile.
    if (!isCurrent()) return closeIt?.()
    if (!closeIt) return show(content)
    entry.close = closeIt
    setRefused(false)
    arrived?.()
  }

  return {
    close,
    isRefused: () => isRefused,
    show(content) {
      close(content.id)
      if (platform === 'linux' && content.decision?.buttons.length) void showOnBus(content, content.decision)
      else show(content)
    },
    leave() {
      // On macOS they are kept, and a later start hears of a click.
      if (platform !== 'linux') return
      for (const [id, { stays }] of [...shown]) if (stays) close(id)
    },
  }
}

/** The app's icon. Without one GNOME shows a light bulb (dialog-information); other systems than Linux take the app's. */
function icon(): string {
  return join(app.getAppPath(), 'resources', 'icons', '256x256.png')
}

/** The same icon for another process, which cannot read files in the package's archive. */
function iconPixels(): IconPixels {
  const image = nativeImage.createFromPath(icon()).resize({ width: ICON_SIDE, height: ICON_SIDE })
  const rgba = image.toBitmap()
  // Chromium has blue first on Linux, and colours multiplied by alpha.
  for (let at = 0; at < rgba.length; at += 4) {
    const [blue = 0, green = 0, red = 0, alpha = 0] = rgba.subarray(at, at + 4)
    const plain = (part: number): number => (alpha === 0 ? 0 : Math.round((part * 255) / alpha))
    rgba.set([plain(red), plain(green), plain(blue)], at)
  }
  return { side: ICON_SIDE, rgba }
}

/**
 * What makes a notification stay, and gives it buttons. On Linux Electron shows none; on Windows it stays plain, because a
 * button that is pressed after a restart would do nothing. On macOS the app's own Info.plist makes it stay.
 */
function optionsFor(
  { buttons }: NotificationDecision,
  platform: NodeJS.Platform,
): Electron.NotificationConstructorOptions {
  if (platform === 'linux') return { urgency: 'critical', timeoutType: 'never' }
  if (platform !== 'darwin' || buttons.length === 0) return {}
  return { actions: buttons.map(({ label }) => ({ type: 'button', text: label })) }
}
