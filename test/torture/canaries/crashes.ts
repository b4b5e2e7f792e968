import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { TestApp } from '../../support/app.ts'

/** The crash dumps below a folder, wherever Chromium puts them. */
export async function dumpsBelow(folder: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true }).catch(() => [])
  return all.filter((path) => path.endsWith('.dmp')).map((path) => join(folder, path))
}

/** Crashes the renderer and waits until the page, loaded anew, shows its sessions; Playwright has lost it by then. */
export function crashRenderer(app: TestApp): Promise<void> {
  return app.inMain(async ({ BrowserWindow }) => {
    const { webContents: contents } = BrowserWindow.getAllWindows()[0] ?? {}
    if (!contents) throw new Error('There is no window')
    const gone = new Promise((resolve) => contents.once('render-process-gone', resolve))
    contents.forcefullyCrashRenderer()
    await gone
    // The app itself loads it again, but only when it had been there for a while.
    await contents.loadURL('app://session-desk/').catch(() => undefined)
    const isShown = (): Promise<unknown> =>
      contents.executeJavaScript(`document.querySelector('tbody td') !== null`)
    while (!(await isShown().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 50))
  })
}

/** Switches Chromium's crash reporter on, as the app never does, with nowhere to send to. */
export function reportCrashes(app: TestApp): Promise<void> {
  return app.inMain(({ crashReporter }) => crashReporter.start({ uploadToServer: false }))
}

/** Waits until there are so many dumps. */
export async function dumpsWritten(folder: string, count: number): Promise<string[]> {
  await expect.poll(() => dumpsBelow(folder).then(({ length }) => length)).toBeGreaterThanOrEqual(count)
  return dumpsBelow(folder)
}
