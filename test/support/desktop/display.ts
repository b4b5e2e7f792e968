import type { Readable } from 'node:stream'
import { firstLine, startHelper } from '../process/helper.ts'

/** A screen to show windows on. */
export interface Display {
  /** The value for DISPLAY; null where there is no X, on macOS and Windows. */
  name: string | null
  /** True when a person can see it. */
  visible: boolean
  stop(): Promise<void>
}

/** Whether windows should be shown to the person instead of on a hidden screen. */
export function wantsVisible(env: NodeJS.ProcessEnv = process.env): boolean {
  return env['SESSION_DESK_SHOW'] === '1'
}

/** The person's own screen when `visible` is asked for and there is one, otherwise a hidden one of our own. */
export async function startDisplay(options: { visible?: boolean } = {}): Promise<Display> {
  const { visible = wantsVisible() } = options
  const real = process.env['DISPLAY']
  if (process.platform !== 'linux') return { name: null, visible: true, stop: async () => undefined }
  if (visible && real) return { name: real, visible: true, stop: async () => undefined }

  // The server itself picks a free number and tells it, so that several started at once cannot collide.
  const screen = ['-screen', '0', '1600x1200x24', '-nolisten', 'tcp', '-noreset']
  const server = startHelper('Xvfb', ['-displayfd', '3', ...screen], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await firstLine(server.child.stdio[3] as Readable, 'Xvfb')
  return { name: `:${number}`, visible: false, stop: () => server.stop() }
}
