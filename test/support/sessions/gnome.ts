import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { sessionBus } from '@jellybrick/dbus-next'
import { callOn } from '../desktop/bus.ts'
import { waitFor } from '../process/wait-for.ts'
import type { InSession, SessionKind, SessionScreen, SessionWindow } from './session.ts'

const [WIDTH, HEIGHT] = [1600, 1000]
const BAR_HEIGHT = 32
const SOCKET = 'wayland-0'
const SHELL = 'org.gnome.Shell'
const SHELL_PATH = '/org/gnome/Shell'

/** The system's bus of a computer without login manager, power and network services. */
const SCRIPT = `
dbus-daemon --session --address="$DBUS_SYSTEM_BUS_ADDRESS" --nofork --nopidfile --nosyslog &
until [ -S "$XDG_RUNTIME_DIR/system" ]; do sleep 0.1; done
gnome-shell --headless --wayland --no-x11 --unsafe-mode --virtual-monitor ${WIDTH}x${HEIGHT} --wayland-display=${SOCKET}
`

/**
 * Whether the Shell has started and has closed the overview that it opens then. Gives it a keyboard and a mouse: they are there before
 * any app, because Chromium loses the first keys of a keyboard that comes later.
 */
const IS_READY = `(() => {
  const { layoutManager, overview } = imports.ui.main
  if (layoutManager._startingUp) return false
  overview.hide()
  if (overview.visible) return false
  if (globalThis.pressKeys) return true
  const { Clutter, GLib } = imports.gi
  const seat = Clutter.get_default_backend().get_default_seat()
  const keyboard = seat.create_virtual_device(Clutter.InputDeviceType.KEYBOARD_DEVICE)
  const mouse = seat.create_virtual_device(Clutter.InputDeviceType.POINTER_DEVICE)
  const now = () => GLib.get_monotonic_time()
  const { PRESSED, RELEASED } = Clutter.KeyState
  const names = { ctrl: 'Control_L', shift: 'Shift_L', alt: 'Alt_L' }
  const valueOf = (name) => name.length === 1 ? name.codePointAt(0) : Clutter['KEY_' + (names[name] ?? name)]
  globalThis.pressKeys = (chord) => {
    const values = chord.map(valueOf)
    for (const value of values) keyboard.notify_keyval(now(), value, PRESSED)
    for (const value of values.reverse()) keyboard.notify_keyval(now(), value, RELEASED)
  }
  globalThis.moveMouse = (x, y) => mouse.notify_absolute_motion(now(), x, y)
  globalThis.clickMouse = () => {
    for (const state of ['PRESSED', 'RELEASED'])
      mouse.notify_button(now(), Clutter.BUTTON_PRIMARY, Clutter.ButtonState[state])
  }
  return true
})()`

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
    const bus = sessionBus({ busAddress: `unix:path=${runtime}/bus` })
    try {
      const [, value] = await callOn(bus)(SHELL, SHELL_PATH, SHELL, 'Eval', 's', [IS_READY])
      return value === 'true' ? { WAYLAND_DISPLAY: SOCKET } : null
    } finally {
      bus.disconnect()
    }
  },
  screenOn,
  // It writes no file that is there.
  picture: [
    'sh',
    '-c',
    `rm -f "$1"; ${shellCall(`${SHELL_PATH}/Screenshot`, `${SHELL}.Screenshot.Screenshot`)} false false "$1"`,
    'sh',
  ],
  logOut: ['pkill', '--full', '^gnome-shell '],
  hasTray: false,
  tray: { x: 0, y: 0, width: 0, height: 0 },
  taskBar: { x: 0, y: 0, width: WIDTH / 2, height: BAR_HEIGHT },
  themes: [],
}

function shellCall(path: string, method: string): string {
  return `gdbus call --session --dest ${SHELL} --object-path ${path} --method ${method}`
}

/** Evaluates an expression in the Shell; its value travels as JSON. Throws what it throws. */
export async function inShell<T>(run: InSession, expression: string): Promise<T> {
  const value = `imports.gi.GLib.base64_encode(new TextEncoder().encode(JSON.stringify(${expression}) ?? 'null'))`
  const output = await run(...shellCall(SHELL_PATH, `${SHELL}.Eval`).split(' '), value)
  const [, encoded] = /^\(true, '"([A-Za-z0-9+/=]*)"'\)/.exec(output) ?? []
  if (encoded === undefined) throw new Error(`GNOME Shell: ${output}`)
  return JSON.parse(Buffer.from(encoded, 'base64').toString()) as T
}

/** What the Shell knows of the app that a window belongs to: its desktop file, and the name and the icon in that. */
export function appOf(run: InSession, { id }: SessionWindow): Promise<unknown> {
  const app = `imports.gi.Shell.WindowTracker.get_default().get_window_app(${windowWith(id)})`
  return inShell(
    run,
    `(({ id, app_info }) => ({ id, name: app_info.get_display_name(), icon: app_info.get_icon().to_string() }))(${app})`,
  )
}

/** Minimises a window, as its person does by the menu of its title bar. */
export async function minimise(run: InSession, { id }: SessionWindow): Promise<void> {
  await inShell(run, `${windowWith(id)}.minimize()`)
}

/** A notification that the Shell shows over all windows. */
export interface Banner {
  /** The name of the app that it is filed under. */
  app: string
  title: string
  body: string
  /** Whether it stays until it is answered; others go after seconds. */
  stays: boolean
  buttons: string[]
}

/** The banner, once it is in its place; null before. */
export function bannerOn(run: InSession): Promise<Banner | null> {
  return inShell(
    run,
    `(({ _notification: shown, _notificationState, _banner }) =>
      shown && _notificationState === imports.ui.messageTray.State.SHOWN ? {
        app: shown.source.title,
        title: shown.title,
        body: shown.bannerBodyText,
        stays: shown.urgency === imports.ui.messageTray.Urgency.CRITICAL,
        buttons: _banner._buttonBox?.get_children().map(({ label }) => label) ?? [],
      } : null)(imports.ui.main.messageTray)`,
  )
}

/** Clicks a button of the banner, or its text, with the mouse. */
export async function clickBanner(run: InSession, button: string | null): Promise<void> {
  const banner = 'imports.ui.main.messageTray._banner'
  const target =
    button === null
      ? `${banner}.titleLabel`
      : `${banner}._buttonBox.get_children().find(({ label }) => label === ${JSON.stringify(button)})`
  const middle = `((target) => {
    const [[x, y], [width, height]] = [target.get_transformed_position(), target.get_transformed_size()]
    globalThis.moveMouse(x + width / 2, y + height / 2)
  })(${target})`
  await inShell(run, middle)
  // The Shell finds what is under the mouse when it paints the next time.
  const isOver = `${button === null ? banner : `(${target})`}.hover`
  await waitFor(() => inShell<boolean>(run, isOver), `The mouse does not reach ${button ?? 'the banner'}`)
  await inShell(run, 'globalThis.clickMouse()')
}

/** Whether a window gets the keys; else the one in front gets the focus, as by a click, which a start without one may not. */
const HAS_FOCUS = `(() => {
  if (global.display.focus_window) return true
  const front = global.get_window_actors().at(-1)
  if (front?.mapped) front.meta_window.activate(global.get_current_time())
  return false
})()`

/** The Shell's own expression for a window. */
function windowWith(id: string): string {
  return `global.get_window_actors().map((actor) => actor.meta_window).find((each) => each.get_id() === ${id})`
}

function screenOn(run: InSession): SessionScreen {
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
      await waitFor(() => inShell<boolean>(run, HAS_FOCUS), 'No window has the focus')
      const chords = keys.flatMap((key) =>
        typeof key === 'string' ? [key.split('+')] : Array.from(key.text, (sign) => [sign]),
      )
      await inShell(run, `${JSON.stringify(chords)}.forEach(globalThis.pressKeys)`)
    },
    close: ({ id }) => inShell(run, `${windowWith(id)}.delete(global.get_current_time())`),
    async place({ id }, { x, y, width, height }) {
      await inShell(run, `${windowWith(id)}.move_resize_frame(true, ${[x, y, width, height].join()})`)
    },
    showsNotification: async () => (await bannerOn(run)) !== null,
  }
}
