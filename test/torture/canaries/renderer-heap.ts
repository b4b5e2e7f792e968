import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { TestApp } from '../../support/app.ts'
import { countInMemory } from './processes.ts'

/** Looks into the renderer: a snapshot of its JavaScript heap, and the whole memory of its process. */
export interface RendererLook {
  /** The snapshot, after its garbage was collected; all strings that a script or Vue still holds are in it. */
  snapshot: string
  /** How often each of the texts asked for is in the process's memory; null where the system does not let us look. */
  inMemory: number[] | null
}

/** Takes a look; `folder` is for the snapshot, which is removed again. */
export async function lookIntoRenderer(
  app: TestApp,
  page: Page,
  { folder, texts }: { folder: string; texts: readonly string[] },
): Promise<RendererLook> {
  const file = join(folder, 'renderer.heapsnapshot')
  const devtools = await page.context().newCDPSession(page)
  // Once more for what only the first collection let go of.
  for (let pass = 0; pass < 3; pass++) await devtools.send('HeapProfiler.collectGarbage')
  await devtools.detach()
  const pid = await app.inMain(async ({ BrowserWindow }, to) => {
    const { webContents } = BrowserWindow.getAllWindows()[0] ?? {}
    await webContents?.takeHeapSnapshot(to)
    return webContents?.getOSProcessId() ?? 0
  }, file)
  const snapshot = await readFile(file, 'utf8')
  await rm(file)
  return { snapshot, inMemory: texts.length === 0 ? null : await countInMemory(pid, texts) }
}
