import { readdir } from 'node:fs/promises'
import type { InSession, SessionKind, SessionScreen, SessionWindow } from './session.ts'

const [WIDTH, HEIGHT] = [1600, 1000]
const BAR_HEIGHT = 30
/** waybar's own style gives the tray a margin of 10 px at each side. */
const TRAY_WIDTH = 36

/** Windows float, so that their size is their own. */
const CONFIG = `output HEADLESS-1 resolution ${WIDTH}x${HEIGHT}
xwayland disable
bar {
  swaybar_command waybar
}
for_window [app_id=".*"] floating enable
exec dbus-update-activation-environment WAYLAND_DISPLAY SWAYSOCK XDG_CURRENT_DESKTOP
exec mako
`

const BAR = JSON.stringify({
  height: BAR_HEIGHT,
  'modules-left': ['sway/workspaces'],
  'modules-center': ['sway/window'],
  'modules-right': ['tray'],
  'sway/window': { icon: true },
  tray: { spacing: 0 },
})

/** A node of sway's tree, as far as it is read here. */
interface Node {
  id: number
  name: string | null
  app_id?: string | null
  visible?: boolean
  rect: SessionWindow['rect']
  nodes: Node[]
  floating_nodes: Node[]
}

/** sway on Wayland, without an X server: waybar with the tray, mako for notifications. It draws without a graphics card. */
export const SWAY: SessionKind = {
  name: 'sway',
  packages: ['sway', 'waybar', 'mako-notifier', 'grim', 'wtype'],
  env: {
    XDG_SESSION_TYPE: 'wayland',
    XDG_CURRENT_DESKTOP: 'sway',
    XDG_SESSION_DESKTOP: 'sway',
    WLR_BACKENDS: 'headless',
    WLR_RENDERER: 'pixman',
    WLR_LIBINPUT_NO_DEVICES: '1',
  },
  files: { '.config/sway/config': CONFIG, '.config/waybar/config': BAR },
  script: 'exec sway\n',
  async findScreen(runtime) {
    const names = await readdir(runtime)
    const [socket, ipc] = [/^wayland-\d+$/, /^sway-ipc\..*\.sock$/].map((form) =>
      names.find((name) => form.test(name)),
    )
    return socket && ipc ? { WAYLAND_DISPLAY: socket, SWAYSOCK: `/run/user/1000/${ipc}` } : null
  },
  screenOn,
  picture: ['grim'],
  logOut: ['swaymsg', 'exit'],
  tray: { x: WIDTH - TRAY_WIDTH, y: 0, width: TRAY_WIDTH, height: BAR_HEIGHT },
  taskBar: { x: 0, y: 0, width: WIDTH - TRAY_WIDTH, height: BAR_HEIGHT },
  themes: [{ name: 'default', command: ['true'] }],
}

function screenOn(run: InSession): SessionScreen {
  const sway = (command: string): Promise<unknown> => run('swaymsg', command)
  return {
    async windows() {
      const root = JSON.parse(await run('swaymsg', '--raw', '--type', 'get_tree')) as Node
      return nodesOf(root)
        .filter((node) => node.app_id && node.visible)
        .map(({ id, name, app_id, rect }) => ({
          id: String(id),
          title: name ?? '',
          name: app_id ?? '',
          rect,
        }))
    },
    async keys(...keys) {
      // Each run is a new keyboard, of which a window loses what it types at once.
      const pressed = keys.flatMap((key) => (typeof key === 'string' ? chord(key) : [key.text]))
      await run('wtype', '-s', '1000', '-k', 'Shift_L', '-s', '500', '-d', '15', ...pressed)
    },
    close: ({ id }) => sway(`[con_id=${id}] kill`),
    async place({ id }, { x, y, width, height }) {
      await sway(`[con_id=${id}] resize set ${width} px ${height} px, move absolute position ${x} px ${y} px`)
    },
    showsNotification: async () => {
      const { data } = JSON.parse(await run('makoctl', 'list')) as { data: unknown[][] }
      return data.flat().length > 0
    },
  }
}

/** The arguments of wtype for keys such as `ctrl+k`. */
function chord(name: string): string[] {
  const parts = name.split('+')
  const key = parts.pop() ?? ''
  return [...parts.flatMap((part) => ['-M', part]), '-k', key, ...parts.flatMap((part) => ['-m', part])]
}

function nodesOf(node: Node): Node[] {
  return [node, ...[...node.nodes, ...node.floating_nodes].flatMap(nodesOf)]
}
