import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestApp } from '../../support/app.ts'

/** The crash dumps in a folder and its subfolders. */
export async function dumpsBelow(folder: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true }).catch(() => [])
  return all.filter((path) => path.endsWith('.dmp')).map((path) => join(folder, path))
}

/** Crashes the renderer and waits until the reloaded page shows its sessions; Playwright loses the page. */
export function crashRenderer(app: TestApp): Promise<void> {
  return app.inMain(async ({ BrowserWindow }) => {
    const { webContents: contents } = BrowserWindow.getAllWindows()[0] ?? {}
    if (!contents) throw new Error('There is no window')
    const gone = new Promise((resolve) => contents.once('render-process-gone', resolve))
    contents.forcefullyCrashRenderer()
    await gone
    // The app reloads it only when it has run for a while.
    await contents.loadURL('app://session-desk/').catch(() => undefined)
    const isShown = (): Promise<unknown> =>
      contents.executeJavaScript(`document.querySelector('tbody td') !== null`)
    while (!(await isShown().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 50))
  })
}
