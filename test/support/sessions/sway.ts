import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { typeRemotely } from './remote-keys.ts'
import type { InSession, SessionKind, SessionScreen, SessionWindow } from './session.ts'

const [WIDTH, HEIGHT] = [1600, 1000]
const BAR_HEIGHT = 30
/** waybar's own style gives the tray a padding of 10 px at each side. */
const TRAY_WIDTH = 36

/** The socket of wayvnc, which gives this computer without one a keyboard that stays, as people have. */
const KEYBOARD = 'vnc'

/** Windows float, so that their size is their own, and have no borders, which sway counts to it. */
const CONFIG = `output HEADLESS-1 resolution ${WIDTH}x${HEIGHT}
xwayland disable
bar {
  swaybar_command waybar
}
for_window [app_id=".*"] floating enable, border none
exec dbus-update-activation-environment WAYLAND_DISPLAY SWAYSOCK XDG_CURRENT_DESKTOP
exec mako
exec wayvnc --keyboard=us --unix-socket $XDG_RUNTIME_DIR/${KEYBOARD}
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
  packages: ['sway', 'waybar', 'mako-notifier', 'grim', 'wayvnc'],
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
    return socket && ipc && names.includes(KEYBOARD)
      ? { WAYLAND_DISPLAY: socket, SWAYSOCK: `/run/user/1000/${ipc}` }
      : null
  },
  screenOn,
  picture: ['grim'],
  logOut: ['swaymsg', 'exit'],
  tray: { x: WIDTH - TRAY_WIDTH, y: 0, width: TRAY_WIDTH, height: BAR_HEIGHT },
  taskBar: { x: 0, y: 0, width: WIDTH - TRAY_WIDTH, height: BAR_HEIGHT },
  themes: [
    { name: 'light', command: paintBar('#f6f5f4', '#1e1e1e') },
    { name: 'dark', command: paintBar('#1e1e1e', '#f6f5f4') },
  ],
}

/** Gives waybar a style of its own, which it reads anew at this signal. */
function paintBar(ground: string, text: string): string[] {
  const style = `window#waybar, #tray { background: ${ground}; color: ${text} } #tray { padding: 0 10px }`
  return ['sh', '-c', 'echo "$1" > ~/.config/waybar/style.css; pkill -USR2 -x waybar', 'sh', style]
}

function screenOn(run: InSession, runtime: string): SessionScreen {
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
    keys: (...keys) => typeRemotely(join(runtime, KEYBOARD), keys),
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

function nodesOf(node: Node): Node[] {
  return [node, ...[...node.nodes, ...node.floating_nodes].flatMap(nodesOf)]
}
