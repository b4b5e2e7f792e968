import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startHelper } from '../process/helper.ts'
import { run } from '../process/run.ts'
import { waitFor } from '../process/wait-for.ts'
import type { Display } from './display.ts'

const TIMEOUT_MS = 30_000

/** A window on the screen: mapped, with content, and not minimised; its top left corner and size are pixels of the screen. */
interface ScreenWindow {
  title: string
  rect: { x: number; y: number; width: number; height: number }
}

/** Starts weston without an output device; it has no keyboard and no pointer, so no window ever gets the focus. */
export async function startWeston(width: number, height: number): Promise<Display> {
  // Private, as Wayland requires, and short: the path of a socket has at most 107 bytes.
  const folder = await mkdtemp(join(tmpdir(), 'sd-wl-'))
  const name = join(folder, 'wayland-0')
  const log: string[] = []
  const compositor = startHelper(
    'weston',
    [
      '--backend=headless-backend.so',
      '--use-pixman',
      '--idle-time=0',
      '--no-config',
      // Allows `weston-debug` and `weston-screenshooter`.
      '--debug',
      `--width=${width}`,
      `--height=${height}`,
      `--socket=wayland-0`,
    ],
    {
      env: { ...process.env, XDG_RUNTIME_DIR: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
      logged: (line) => log.push(line),
    },
  )
  async function stop(): Promise<void> {
    await compositor.stop()
    await rm(folder, { recursive: true, force: true })
  }
  await waitFor(() => existsSync(name) || compositor.child.exitCode !== null, 'Weston did not start')
  if (!existsSync(name)) {
    await stop()
    throw new Error(`Weston ended:\n${log.join('\n')}`)
  }
  return { server: 'wayland', name, visible: false, stop }
}

/** The windows on a Weston screen, as the compositor reports them, from the topmost down. */
export async function windowsOnScreen(env: NodeJS.ProcessEnv): Promise<ScreenWindow[]> {
  const { code, stdout, stderr } = await run('weston-debug', ['scene-graph'], { env, timeLimit: TIMEOUT_MS })
  if (code !== 0) throw new Error(`weston-debug failed: ${stderr}`)
  const views = stdout.matchAll(
    /top-level window '(.*)' of .*?, 0x.*\s+position: \((-?\d+), (-?\d+)\) -> \((-?\d+), (-?\d+)\)/g,
  )
  return [...views].map(([, title = '', ...corners]) => {
    const [x = 0, y = 0, right = 0, bottom = 0] = corners.map(Number)
    return { title, rect: { x, y, width: right - x, height: bottom - y } }
  })
}

/** Takes a screenshot of a whole Weston screen. */
export async function screenshot(env: NodeJS.ProcessEnv, path: string): Promise<void> {
  // weston-screenshooter chooses the file name itself.
  const folder = await mkdtemp(join(dirname(path), 'screen-'))
  try {
    const own = { ...env, XDG_PICTURES_DIR: folder }
    const { code, stderr } = await run('weston-screenshooter', [], {
      env: own,
      cwd: folder,
      timeLimit: TIMEOUT_MS,
    })
    const [file] = await readdir(folder)
    if (code !== 0 || file === undefined) throw new Error(`weston-screenshooter failed: ${stderr}`)
    await rename(join(folder, file), path)
  } finally {
    await rm(folder, { recursive: true })
  }
}
