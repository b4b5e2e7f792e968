import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InSession, SessionKind, SessionScreen, SessionWindow } from './session.ts'

const [WIDTH, HEIGHT] = [1600, 1000]
const PANEL_HEIGHT = 28

/** One panel at the top: menu, task bar, pager, and the tray at the right edge. */
const PANEL = `<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=6;x=0;y=0"/>
      <property name="length" type="uint" value="100"/>
      <property name="position-locked" type="bool" value="true"/>
      <property name="icon-size" type="uint" value="16"/>
      <property name="size" type="uint" value="${PANEL_HEIGHT}"/>
      <property name="plugin-ids" type="array">
        <value type="int" value="1"/>
        <value type="int" value="2"/>
        <value type="int" value="3"/>
        <value type="int" value="4"/>
      </property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="tasklist"/>
    <property name="plugin-2" type="string" value="separator">
      <property name="expand" type="bool" value="true"/>
      <property name="style" type="uint" value="0"/>
    </property>
    <property name="plugin-3" type="string" value="pager"/>
    <property name="plugin-4" type="string" value="systray">
      <property name="square-icons" type="bool" value="true"/>
    </property>
  </property>
</channel>
`

const SCRIPT = `
Xvfb -displayfd 3 -screen 0 ${WIDTH}x${HEIGHT}x24 -nolisten tcp -noreset 3>"$XDG_RUNTIME_DIR/display" &
until [ -s "$XDG_RUNTIME_DIR/display" ]; do sleep 0.1; done
DISPLAY=":$(cat "$XDG_RUNTIME_DIR/display")"
export DISPLAY
dbus-update-activation-environment DISPLAY XDG_CURRENT_DESKTOP
xfce4-session
# As a login manager, which stops the server first.
kill $!
`

/** XFCE on X11: window manager, panel with tray and task bar, settings daemon, notification daemon, desktop. */
export const XFCE: SessionKind = {
  name: 'XFCE',
  packages: [
    ...['xvfb', 'xfce4-session', 'xfce4-settings', 'xfwm4', 'xfce4-panel', 'xfdesktop4', 'xfce4-notifyd'],
    ...['xdotool', 'x11-utils', 'maim'],
  ],
  env: {
    XDG_SESSION_TYPE: 'x11',
    XDG_CURRENT_DESKTOP: 'XFCE',
    XDG_SESSION_DESKTOP: 'xfce',
    DESKTOP_SESSION: 'xfce',
    XDG_MENU_PREFIX: 'xfce-',
  },
  files: { '.config/xfce4/xfconf/xfce-perchannel-xml/xfce4-panel.xml': PANEL },
  script: SCRIPT,
  async findScreen(runtime) {
    const number = (await readFile(join(runtime, 'display'), 'utf8')).trim()
    return number === '' ? null : { DISPLAY: `:${number}` }
  },
  screenOn,
  picture: ['maim', '--hidecursor'],
  logOut: ['xfce4-session-logout', '--logout', '--fast'],
  tray: { x: WIDTH - PANEL_HEIGHT, y: 0, width: PANEL_HEIGHT, height: PANEL_HEIGHT - 1 },
  taskBar: { x: 0, y: 0, width: PANEL_HEIGHT, height: PANEL_HEIGHT - 1 },
  // The grounds of its light and its dark panel.
  themes: [
    { name: 'light', command: paintPanel('0.965', '0.961', '0.957') },
    { name: 'dark', command: paintPanel('0.208', '0.208', '0.208') },
  ],
}

function paintPanel(...colour: string[]): string[] {
  const query = 'xfconf-query --channel xfce4-panel --create --property /panels/panel-1/background'
  const parts = [...colour, '1'].map((part) => `--type double --set ${part}`).join(' ')
  return ['sh', '-c', `${query}-style --type int --set 1; ${query}-rgba --force-array ${parts}`]
}

function screenOn(run: InSession): SessionScreen {
  const visible = async (...by: string[]): Promise<string[]> => {
    // It fails where it finds none.
    const found = await run('xdotool', 'search', '--onlyvisible', ...by).catch(() => '')
    return found.trim().split('\n').filter(Boolean)
  }

  async function read(id: string): Promise<SessionWindow> {
    const [title, classes, shell] = await Promise.all([
      run('xdotool', 'getwindowname', id),
      run('xprop', '-id', id, 'WM_CLASS'),
      run('xdotool', 'getwindowgeometry', '--shell', id),
    ])
    const [, name = ''] = /, "(.*)"\s*$/.exec(classes) ?? []
    const side = (key: string): number => Number(new RegExp(`^${key}=(-?\\d+)$`, 'm').exec(shell)?.[1])
    const rect = { x: side('X'), y: side('Y'), width: side('WIDTH'), height: side('HEIGHT') }
    return { id, title: title.trim(), name, rect }
  }

  return {
    async windows() {
      const ids = await visible('--name', 'Session Desk$')
      // One may go while it is read.
      const windows = await Promise.all(ids.map((id) => read(id).catch(() => null)))
      return windows.filter((window) => window !== null)
    },
    async keys(...keys) {
      for (const key of keys)
        await (typeof key === 'string'
          ? run('xdotool', 'key', '--delay', '50', key)
          : run('xdotool', 'type', '--delay', '20', key.text))
    },
    // The window manager's key.
    close: ({ id }) => run('xdotool', 'windowactivate', '--sync', id, 'key', 'alt+F4'),
    async place({ id }, { x, y, width, height }) {
      const [at, size] = [[x, y].map(String), [width, height].map(String)]
      await run('xdotool', 'windowsize', '--sync', id, ...size, 'windowmove', '--sync', id, ...at)
    },
    showsNotification: async () => (await visible('--class', '^xfce4-notifyd$')).length > 0,
  }
}
