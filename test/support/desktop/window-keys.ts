import type { Finished } from '../process/run.ts'
import { waitFor } from '../process/wait-for.ts'

const LIMIT_MS = 30_000
/** A dialog that is there so long after its keys did not get them. */
const LOST_AFTER_MS = 2_000

/** Controls the app's window with keys, for an app without a debugging port. */
export type WindowKeys = ReturnType<typeof windowKeys>

/** Creates the controls; `xdotool` runs that program on the window's display. */
export function windowKeys(xdotool: (...args: string[]) => Promise<Finished>) {
  async function keys(...args: string[]): Promise<void> {
    const { code, stderr } = await xdotool(...args)
    if (code !== 0) throw new Error(stderr)
  }

  /**
   * Finds the topmost window whose title matches; null if there is none. Undefined if the search failed, as with an error of X where
   * any window closes under it.
   */
  async function find(title: string): Promise<string | null | undefined> {
    const { code, stdout, stderr } = await xdotool('search', '--onlyvisible', '--name', title)
    if (code === 0) return stdout.trim().split('\n').at(-1) || null
    return stderr.trim() === '' ? null : undefined
  }
  /** Waits for such a window. Without a window manager it gets no focus by itself. */
  async function focus(title: string): Promise<void> {
    await keys(
      'windowfocus',
      '--sync',
      await waitFor(async () => (await find(title)) ?? null, `No window ${title}`, LIMIT_MS),
    )
  }

  return {
    /** Resolves once the window's title names this page. */
    page: (name: string) => focus(`^${name} .* Session Desk$`),
    /**
     * Waits for a dialog, by its title, and presses keys in it until it is closed: it loses those that come before it has the focus, and
     * AT-SPI has nothing of a native one.
     */
    async pressIn(title: string, ...names: string[]): Promise<void> {
      let pressedAt: number | null = null
      const isClosed = async (): Promise<boolean> => {
        const id = await find(`^${title}$`)
        if (id === undefined) return false
        if (id === null) return pressedAt !== null
        if (performance.now() - (pressedAt ?? -Infinity) < LOST_AFTER_MS) return false
        const { code } = await xdotool('windowfocus', '--sync', id, 'key', '--delay', '50', ...names)
        if (code === 0) pressedAt = performance.now()
        return false
      }
      await waitFor(isClosed, `The dialog ${title} did not close`, LIMIT_MS)
    },
    type: (text: string) => keys('type', '--delay', '20', text),
    /** Keys by their X names: `Tab`, `Return`, `ctrl+5`. */
    press: (...names: string[]) => keys('key', '--delay', '50', ...names),
  }
}
