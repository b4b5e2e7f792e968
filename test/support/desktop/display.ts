import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { firstLine, startHelper } from '../process/helper.ts'
import { startWeston } from './weston.ts'

/** The display server of a Linux desktop. */
export type DisplayServer = 'x11' | 'wayland'

/** A screen to show windows on. */
export interface Display {
  /** `native` on macOS and Windows, which need no name. */
  server: DisplayServer | 'native'
  /** The value for DISPLAY on X11 and for WAYLAND_DISPLAY on Wayland. */
  name: string | null
  /** Whether it is a real, visible screen. */
  visible: boolean
  stop(): Promise<void>
}

/** Which screen to start. */
export interface DisplayOptions {
  /** Of a hidden screen; X11 by default. */
  server?: DisplayServer
  visible?: boolean
}

const WIDTH = 1600
const HEIGHT = 1200

/** The user's screen when `visible`, or SESSION_DESK_SHOW, is set and there is one; otherwise starts a hidden one. */
export async function startDisplay(options: DisplayOptions = {}): Promise<Display> {
  const { visible = process.env['SESSION_DESK_SHOW'] === '1', server = 'x11' } = options
  const stop = async (): Promise<void> => undefined
  if (process.platform !== 'linux') return { server: 'native', name: null, visible: true, stop }
  const own = visible ? ownScreen() : null
  if (own) return { ...own, visible: true, stop }
  return server === 'wayland' ? startWeston(WIDTH, HEIGHT) : startXvfb()
}

/** The user's screen; X11 first, because every Electron supports it. */
function ownScreen(): Pick<Display, 'server' | 'name'> | null {
  const { DISPLAY: name, WAYLAND_DISPLAY: socket, XDG_RUNTIME_DIR: folder = '' } = process.env
  if (name) return { server: 'x11', name }
  // Absolute, because a test has an XDG_RUNTIME_DIR of its own.
  return socket ? { server: 'wayland', name: resolve(folder, socket) } : null
}

async function startXvfb(): Promise<Display> {
  // The server picks a free number and prints it, so that several servers cannot collide.
  const screen = ['-screen', '0', `${WIDTH}x${HEIGHT}x24`, '-nolisten', 'tcp', '-noreset']
  const server = startHelper('Xvfb', ['-displayfd', '3', ...screen], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await firstLine(server.child.stdio[3] as Readable, 'Xvfb')
  return { server: 'x11', name: `:${number}`, visible: false, stop: () => server.stop() }
}
