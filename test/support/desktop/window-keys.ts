import type { Finished } from '../process/run.ts'
import { waitFor } from '../process/wait-for.ts'

const LIMIT_MS = 30_000

/** Controls the app's window with keys, for an app without a debugging port. */
export type WindowKeys = ReturnType<typeof windowKeys>

/** Creates the controls; `xdotool` runs that program on the window's display. */
export function windowKeys(xdotool: (...args: string[]) => Promise<Finished>) {
  async function keys(...args: string[]): Promise<void> {
    const { code, stderr } = await xdotool(...args)
    if (code !== 0) throw new Error(stderr)
  }

  /** Waits for a window whose title matches. A search fails where it finds none, and where a window closes under it. */
  async function focus(title: string): Promise<void> {
    const find = async (): Promise<string | null> => {
      const { code, stdout } = await xdotool('search', '--onlyvisible', '--name', title)
      return code === 0 ? stdout.trim().split('\n')[0] || null : null
    }
    // Without a window manager the window gets no focus by itself.
    await keys('windowfocus', '--sync', await waitFor(find, `No window ${title}`, LIMIT_MS))
  }

  return {
    /** Resolves once the window's title names this page. */
    page: (name: string) => focus(`^${name} .* Session Desk$`),
    /** Waits for a dialog, by its title, and presses keys in it. AT-SPI has nothing of a native one. */
    async pressIn(title: string, ...names: string[]): Promise<void> {
      await focus(`^${title}$`)
      await keys('key', '--delay', '50', ...names)
    },
    type: (text: string) => keys('type', '--delay', '20', text),
    /** Keys by their X names: `Tab`, `Return`, `ctrl+5`. */
    press: (...names: string[]) => keys('key', '--delay', '50', ...names),
  }
}
