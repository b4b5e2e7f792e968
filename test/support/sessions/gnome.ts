import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitFor } from '../process/wait-for.ts'
import type { InSession, SessionKind, SessionScreen, SessionWindow } from './session.ts'

const [WIDTH, HEIGHT] = [1600, 1000]
const BAR_HEIGHT = 32
const SOCKET = 'wayland-0'
const KEYBOARD_MS = 1_000

/** The system's bus of a computer without login manager, power and network services. The Shell opens its overview at a start. */
const SCRIPT = `
dbus-daemon --session --address="$DBUS_SYSTEM_BUS_ADDRESS" --nofork --nopidfile --nosyslog &
until [ -S "$XDG_RUNTIME_DIR/system" ]; do sleep 0.1; done
gnome-shell --headless --wayland --no-x11 --unsafe-mode --virtual-monitor ${WIDTH}x${HEIGHT} --wayland-display=${SOCKET}
`

/** GNOME Shell on Wayland, with a virtual monitor. Its unsafe mode lets a test ask what the Shell has, as its own Looking Glass does. */
export const GNOME: SessionKind = {
  name: 'GNOME',
  packages: ['gnome-shell', 'gjs', 'librsvg2-common', 'libglib2.0-bin'],
  env: {
    XDG_SESSION_TYPE: 'wayland',
    XDG_CURRENT_DESKTOP: 'GNOME',
    XDG_SESSION_DESKTOP: 'gnome',
    DBUS_SYSTEM_BUS_ADDRESS: 'unix:path=/run/user/1000/system',
    LIBGL_ALWAYS_SOFTWARE: '1',
  },
  files: {},
  script: SCRIPT,
  async findScreen(runtime) {
    await access(join(runtime, SOCKET))
    return { WAYLAND_DISPLAY: SOCKET }
  },
  screenOn,
  // It writes no file that is there.
  picture: [
    'sh',
    '-c',
    `rm -f "$1"; ${shellCall('Screenshot', 'Screenshot.Screenshot')} false false "$1"`,
    'sh',
  ],
  logOut: ['pkill', '--full', '^gnome-shell '],
  hasTray: false,
  tray: { x: 0, y: 0, width: 0, height: 0 },
  taskBar: { x: 0, y: 0, width: WIDTH / 2, height: BAR_HEIGHT },
  themes: [],
}

function shellCall(path: string, method: string): string {
  return `gdbus call --session --dest org.gnome.Shell --object-path /org/gnome/Shell/${path} --method org.gnome.Shell.${method}`
}

/** Evaluates an expression in the Shell; its value travels as JSON. Throws what it throws. */
export async function inShell<T>(run: InSession, expression: string): Promise<T> {
  const value = `imports.gi.GLib.base64_encode(new TextEncoder().encode(JSON.stringify(${expression}) ?? 'null'))`
  const output = await run(...shellCall('', 'Eval').replace('/Shell/ ', '/Shell ').split(' '), value)
  const [, encoded] = /^\(true, '"([A-Za-z0-9+/=]*)"'\)/.exec(output) ?? []
  if (encoded === undefined) throw new Error(`GNOME Shell: ${output}`)
  return JSON.parse(Buffer.from(encoded, 'base64').toString()) as T
}

/** A notification as the Shell has it. */
export interface ShellNotification {
  /** The name of the app that it is filed under. */
  source: string
  title: string
  body: string
  /** The name of the icon beside its text; null for a picture. */
  icon: string | null
}

/** The notifications in the Shell's message tray. */
export function notificationsIn(run: InSession): Promise<ShellNotification[]> {
  return inShell(
    run,
    `imports.ui.main.messageTray.getSources().flatMap((source) => source.notifications.map((each) => ({
      source: source.title,
      title: each.title,
      body: each.bannerBodyText,
      icon: each.gicon?.names?.[0] ?? null,
    })))`,
  )
}

/** Clicks a notification. */
export async function clickNotification(run: InSession, title: string): Promise<void> {
  const all = 'imports.ui.main.messageTray.getSources().flatMap((source) => source.notifications)'
  await inShell(run, `${all}.find((each) => each.title === ${JSON.stringify(title)}).activate()`)
}

function screenOn(run: InSession): SessionScreen {
  const onWindow = async ({ id }: SessionWindow, work: string): Promise<void> => {
    const found = `global.get_window_actors().map((actor) => actor.meta_window).find((each) => each.get_id() === ${id})`
    await inShell(run, `(${found}).${work}`)
  }
  return {
    windows: () =>
      inShell(
        run,
        `global.get_window_actors().map((actor) => actor.meta_window).filter((each) => !each.minimized).map((each) => {
          const { x, y, width, height } = each.get_frame_rect()
          return { id: String(each.get_id()), title: each.title ?? '', name: each.get_wm_class() ?? '', rect: { x, y, width, height } }
        })`,
      ),
    async keys(...keys) {
      // The overview would get the keys.
      await inShell(run, 'imports.ui.main.overview.hide()')
      const hasFocus = () =>
        inShell<boolean>(run, '!imports.ui.main.overview.visible && !!global.display.focus_window')
      await waitFor(hasFocus, 'No window has the focus')
      // Chromium loses the first keys of a new keyboard.
      if (await inShell<boolean>(run, KEYBOARD)) await sleep(KEYBOARD_MS)
      const chords = keys.flatMap((key) =>
        typeof key === 'string' ? [key.split('+')] : Array.from(key.text, (sign) => [sign]),
      )
      await inShell(run, `${JSON.stringify(chords)}.forEach(globalThis.pressed)`)
    },
    close: (window) => onWindow(window, 'delete(global.get_current_time())'),
    place: (window, { x, y, width, height }) =>
      onWindow(window, `move_resize_frame(true, ${[x, y, width, height].join()})`),
    showsNotification: () => inShell(run, 'imports.ui.main.messageTray._notificationState !== 0'),
  }
}

/** Adds a keyboard to the Shell; true if it had none. */
const KEYBOARD = `(() => {
  const { Clutter, GLib } = imports.gi
  if (globalThis.pressed) return false
  const seat = Clutter.get_default_backend().get_default_seat()
  const keyboard = seat.create_virtual_device(Clutter.InputDeviceType.KEYBOARD_DEVICE)
  const names = { ctrl: 'Control_L', shift: 'Shift_L', alt: 'Alt_L' }
  const valueOf = (name) => name.length === 1 ? name.codePointAt(0) : Clutter['KEY_' + (names[name] ?? name)]
  globalThis.pressed = (chord) => {
    const values = chord.map(valueOf)
    for (const value of values) keyboard.notify_keyval(GLib.get_monotonic_time(), value, Clutter.KeyState.PRESSED)
    for (const value of values.reverse()) keyboard.notify_keyval(GLib.get_monotonic_time(), value, Clutter.KeyState.RELEASED)
  }
  globalThis.pressed(['shift'])
  return true
})()`
