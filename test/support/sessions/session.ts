import type { EventEmitter } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sessionBus, type Variant } from '@jellybrick/dbus-next'
import { PNG } from 'pngjs'
import type { BareDebian } from '../bare-debian/bare-debian.ts'
import { callOn } from '../desktop/bus.ts'
import { trayItem } from '../desktop/tray-item.ts'
import type { Finished } from '../process/run.ts'
import { waitFor } from '../process/wait-for.ts'
import type { Area } from './picture.ts'

const DBUS = 'org.freedesktop.DBus'
const WATCHER = 'org.kde.StatusNotifierWatcher'
const NOTIFICATIONS = 'org.freedesktop.Notifications'
const RUNTIME = '/run/user/1000'
const PICTURE = '/tmp/picture.png'
/** A session starts in seconds; a busy computer takes longer. */
const LIMIT_MS = 90_000

/** What each desktop needs besides its own packages. */
const PACKAGES = ['dbus', 'gnome-keyring', 'libgtk-3-bin', 'procps', 'fonts-noto-core', 'adwaita-icon-theme']

/** A window on the screen. `name` is by what a desktop finds its desktop file: the class on X11, the app id on Wayland. */
export interface SessionWindow {
  id: string
  title: string
  name: string
  rect: Area
}

/** The screen of a session, as its person sees and uses it. */
export interface SessionScreen {
  /** Visible windows of apps. */
  windows(): Promise<SessionWindow[]>
  /** Types and presses keys, one after the other, in the window with the focus: `{ text }` or a key by its X name, such as `ctrl+k`. */
  keys(...keys: (string | { text: string })[]): Promise<void>
  /** Closes a window as its button does. */
  close(window: SessionWindow): Promise<unknown>
  /** Moves and resizes a window. */
  place(window: SessionWindow, rect: Area): Promise<void>
  /** Whether a notification is on the screen. */
  showsNotification(): Promise<boolean>
}

/** Runs a command in a session; its output. Throws if it fails. */
export type InSession = (...command: string[]) => Promise<string>

/** One kind of desktop. */
export interface SessionKind {
  name: string
  packages: readonly string[]
  /** The part of the environment that a login manager sets. */
  env: NodeJS.ProcessEnv
  /** Its files, by their paths in the home folder. */
  files: Readonly<Record<string, string>>
  /** Shell commands that show the desktop until the session ends. */
  script: string
  /** The part of the environment that the desktop sets, once it runs; null before. `runtime` is $XDG_RUNTIME_DIR. */
  findScreen(runtime: string): Promise<NodeJS.ProcessEnv | null>
  /** `runtime` as above. */
  screenOn(run: InSession, runtime: string): SessionScreen
  /** The command that writes a picture of the screen to a file. */
  picture: readonly string[]
  logOut: readonly string[]
  /** Whether it has a tray; true when absent. */
  hasTray?: boolean
  /** Where its panel shows the icon of the only app in the tray. */
  tray: Area
  /** Where its panel shows the icons of windows. */
  taskBar: Area
  /** The looks of its panel, and the command that chooses each. */
  themes: readonly { name: string; command: readonly string[] }[]
}

/** The rules of a session's bus, which also lets this computer's root in. */
const BUS_RULES = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <include>/usr/share/dbus-1/session.conf</include>
  <policy context="mandatory"><allow user="*"/></policy>
</busconfig>
`

/** What a login manager does: bus, keyring, desktop; and once the desktop has ended, the end of all that still runs. */
const LOGIN = `
umask 077
dbus-daemon --config-file=/etc/login-bus.conf --address="$DBUS_SESSION_BUS_ADDRESS" --nofork --nopidfile --nosyslog &
until [ -S "$XDG_RUNTIME_DIR/bus" ]; do sleep 0.1; done
printf 'the login password' | gnome-keyring-daemon --unlock --components=secrets
sh /etc/login-desktop.sh
kill -TERM -1
sleep 3
kill -KILL -1
`

/** Installs a desktop in a bare Debian whose package lists are current. */
export async function installDesktop({ asRoot }: BareDebian, { packages }: SessionKind): Promise<void> {
  const apt = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends']
  const { code, stderr } = await asRoot(...apt, ...PACKAGES, ...packages)
  if (code !== 0) throw new Error(stderr.slice(-1500))
  // An X server of an ordinary user cannot make them.
  await asRoot('install', '--directory', '--mode=1777', '/tmp/.X11-unix', '/tmp/.ICE-unix')
}

/** A person's session on a real desktop. */
export type Session = Awaited<ReturnType<typeof logIn>>

/** Logs the ordinary user in to a desktop that is installed; resolves once its panel and its notification daemon run. */
export async function logIn(debian: BareDebian, kind: SessionKind) {
  const { folder } = debian
  const user = { XDG_RUNTIME_DIR: RUNTIME, DBUS_SESSION_BUS_ADDRESS: `unix:path=${RUNTIME}/bus` }
  const ownEnv = { ...user, LANG: 'C.UTF-8', ...kind.env }
  await writeFile(join(folder, 'etc/login-bus.conf'), BUS_RULES)
  await writeFile(join(folder, 'etc/login.sh'), LOGIN)
  await writeFile(join(folder, 'etc/login-desktop.sh'), kind.script)
  for (const [path, text] of Object.entries(kind.files))
    await outputOf(
      debian.asUser(
        'sh',
        '-c',
        'mkdir -p "$(dirname "$1")"; printf %s "$2" > "$1"',
        'sh',
        `/home/ana/${path}`,
        text,
      ),
    )
  // What the session before has left would be taken for this one's.
  await outputOf(debian.asUser('find', RUNTIME, '-mindepth', '1', '-delete'))
  const login = debian.start('env', ...assignments(ownEnv), 'sh', '/etc/login.sh')
  const log: string[] = []
  for (const output of [login.child.stdout, login.child.stderr])
    output?.on('data', (chunk: Buffer) => log.push(chunk.toString()))

  const place = join(folder, RUNTIME)
  const ready = <T>(look: () => Promise<T>, what: string) =>
    waitFor(() => look().catch(() => null), `${kind.name}: ${what}\n${log.join('').slice(-3000)}`, LIMIT_MS)
  const screenEnv = await ready(() => kind.findScreen(place), 'no screen')
  const env = { ...ownEnv, ...screenEnv }
  const run: InSession = (...command) => outputOf(debian.asUser('env', ...assignments(env), ...command))

  const bus = sessionBus({ busAddress: `unix:path=${place}/bus` })
  const call = callOn(bus)
  const hasName = async (name: string): Promise<boolean> => {
    const [has] = await call(DBUS, '/org/freedesktop/DBus', DBUS, 'NameHasOwner', 's', [name])
    return has === true
  }
  if (kind.hasTray !== false) await ready(() => hasName(WATCHER), 'no tray')
  await ready(() => hasName(NOTIFICATIONS), 'no notification daemon')
  const notified = await watchNotifications(place)

  async function registered(): Promise<{ name: string; path: string } | null> {
    const ask = [WATCHER, 'RegisteredStatusNotifierItems']
    const [items] = await call(
      WATCHER,
      '/StatusNotifierWatcher',
      'org.freedesktop.DBus.Properties',
      'Get',
      'ss',
      ask,
    )
    const [item] = (items as Variant<string[]>).value
    const [, name = '', path = ''] = /^([^/]+)(\/.+)$/.exec(item ?? '') ?? []
    return name === '' ? null : { name, path }
  }

  const screen = kind.screenOn(run, place)
  return {
    run,
    ...screen,
    /** Starts a program that goes on; what it prints is lost. */
    start: (...command: string[]) => run('sh', '-c', 'setsid "$@" >/dev/null 2>&1 &', 'sh', ...command),
    /** Resolves with the app's visible window once its title begins with this. */
    page: (title: string): Promise<SessionWindow> =>
      ready(async () => {
        const windows = await screen.windows()
        return windows.find(
          (window) => window.title.startsWith(`${title} `) && window.title.endsWith(' Session Desk'),
        )
      }, `no window with the page ${title}`),
    /** The program that is in the tray, by its name on the bus; null if there is none. */
    inTray: registered,
    /** The only item in the tray, as the panel has it. */
    tray: trayItem(call, () => ready(registered, 'nothing is in the tray')),
    /** The titles of all notifications that reached the daemon. */
    notified: () => notified,
    async picture(): Promise<PNG> {
      await run(...kind.picture, PICTURE)
      return PNG.sync.read(await readFile(join(folder, PICTURE)))
    },
    /** Ends the session as the desktop's menu does, and then what still runs, as a login manager does. */
    async logOut(): Promise<void> {
      bus.disconnect()
      await run(...kind.logOut).catch(() => undefined)
      await login.ended
    },
  }
}

/** Hears what apps ask the notification daemon to show; resolves with the titles, which grow. */
async function watchNotifications(place: string): Promise<readonly string[]> {
  const titles: string[] = []
  const monitor = sessionBus({ busAddress: `unix:path=${place}/bus` })
  // It ends with the session.
  const failing: EventEmitter = monitor
  failing.on('error', () => undefined)
  monitor.on('message', ({ member, body }) => {
    if (member === 'Notify') titles.push(String(body[3]))
  })
  // The library would refuse the calls of others, and a monitor may send nothing.
  monitor.addMethodHandler(() => true)
  const rule = `type='method_call',interface='${NOTIFICATIONS}',member='Notify'`
  await callOn(monitor)(DBUS, '/org/freedesktop/DBus', `${DBUS}.Monitoring`, 'BecomeMonitor', 'asu', [
    [rule],
    0,
  ])
  return titles
}

function assignments(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env).map(([name, value]) => `${name}=${value}`)
}

/** The output of a command, which must have succeeded. */
async function outputOf(command: Promise<Finished>): Promise<string> {
  const { code, stdout, stderr } = await command
  if (code !== 0) throw new Error(`${code}: ${stderr.trim().slice(-1500)}`)
  return stdout
}
