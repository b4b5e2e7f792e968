import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { TestApp } from '../../support/app.ts'
import { countInMemory } from './processes.ts'

/** The renderer's memory: a snapshot of its JavaScript heap, and the memory of its process. */
export interface RendererLook {
  /** The heap snapshot after a garbage collection; contains all strings that a script or Vue holds. */
  snapshot: string
  /** How often each text is in the process's memory; null when the system denies access. */
  inMemory: number[] | null
}

/** Inspects the renderer; writes the snapshot into `folder` and deletes it. */
export async function inspectRenderer(
  app: TestApp,
  page: Page,
  { folder, texts }: { folder: string; texts: readonly string[] },
): Promise<RendererLook> {
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
  return { snapshot, inMemory: texts.length === 0 ? null : await countInMemory(pid, texts) }
}
