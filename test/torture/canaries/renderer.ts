import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { TestApp } from '../../support/app.ts'
import { countInMemory } from './processes.ts'

/** Inspects the renderer's memory; writes a snapshot into `folder` and deletes it. */
export async function inspectRenderer(
  app: TestApp,
  page: Page,
  { folder, texts }: { folder: string; texts: readonly string[] },
) {
  const file = join(folder, 'renderer.heapsnapshot')
  const devtools = await page.context().newCDPSession(page)
  // A second collection, for objects that the first one released.
  for (let pass = 0; pass < 3; pass++) await devtools.send('HeapProfiler.collectGarbage')
  await devtools.detach()
  const pid = await app.inMain(async ({ BrowserWindow }, to) => {
    const { webContents } = BrowserWindow.getAllWindows()[0] ?? {}
    await webContents?.takeHeapSnapshot(to)
    return webContents?.getOSProcessId() ?? 0
  }, file)
  const snapshot = await readFile(file, 'utf8')
  await rm(file)
  return {
    /** The heap snapshot after a garbage collection; contains all strings that a script or Vue holds. */
    snapshot,
    /** How often each text is in the process's memory; null when the system denies access. */
    inMemory: texts.length === 0 ? null : await countInMemory(pid, texts),
  }
}

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
