import type { Finished } from '../process/run.ts'

const ATTEMPTS = 150
const PAUSE_MS = 200

/** Controls the app's window with keys, for an app without a debugging port. */
export interface WindowKeys {
  /** Resolves once the window's title names this page. */
  page(name: string): Promise<void>
  type(text: string): Promise<void>
  /** Keys by their X names: `Tab`, `Return`, `ctrl+5`. */
  press(...keys: string[]): Promise<void>
}

/** Creates the controls; `xdotool` runs that program on the window's display. */
export function windowKeys(xdotool: (...args: string[]) => Promise<Finished>): WindowKeys {
  async function find(name: string): Promise<string> {
    // X sends no event for a changed title: poll.
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { stdout } = await xdotool('search', '--onlyvisible', '--name', `^${name} .* Session Desk$`)
      const id = stdout.trim().split('\n')[0]
      if (id) return id
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    throw new Error(`No window with the page ${name}`)
  }

  async function keys(...args: string[]): Promise<void> {
    const { code, stderr } = await xdotool(...args)
    if (code !== 0) throw new Error(stderr)
  }

  return {
    // Without a window manager the window gets no focus by itself.
    page: async (name) => keys('windowfocus', '--sync', await find(name)),
    type: (text) => keys('type', '--delay', '20', text),
    press: (...names) => keys('key', '--delay', '50', ...names),
  }
}
