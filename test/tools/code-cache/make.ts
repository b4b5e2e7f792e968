import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPracticeService } from '../../service/start.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { startDesktop } from '../../support/desktop/desktop.ts'
import { startDisplay } from '../../support/desktop/display.ts'
import { ensureSystemPackages } from '../../support/desktop/ensure-packages.ts'
import { inDock, rows, seed, signIn, waitForSessions } from '../../support/page-actions.ts'
import type { Runtime } from '../../support/runtime/pinned.ts'

/** A module for the main process that keeps the scripts which the app compiles, as `globalThis.codeCaches`. */
export const CODE_CACHE_RECORDER = fileURLToPath(new URL('recorder.cjs', import.meta.url))

interface RecorderGlobal {
  codeCaches: { write(): string[]; rejected(): Record<string, boolean | null> }
}

const ANA = { email: 'ana@example.com', password: 'correct horse battery' }

/** The app's code, and the runtime that the caches are for. */
export interface CodeCacheSetup {
  /** A folder with the built app and its package.json. */
  root: string
  runtime: Runtime
}

/**
 * Replaces the code caches beside the code of the main process (see electron/platform/start/code-cache.ts) and returns their
 * names. It starts the app on a hidden display with a practice service, once to sign in and once signed in, because V8
 * puts only functions into a cache that ran. The app's own process makes them: another process of the same runtime may
 * have another snapshot of V8, which rejects them. Rejects, and leaves no cache, where the runtime cannot be run.
 */
export async function makeCodeCaches({ root, runtime }: CodeCacheSetup): Promise<string[]> {
  await removeCodeCaches(root)
  await ensureSystemPackages()
  const display = await startDisplay({ visible: false })
  const desktop = await startDesktop({ display })
  const service = await startPracticeService()
  const profile = await mkdtemp(join(tmpdir(), 'session-desk-caches-'))
  const setup = {
    runtime,
    desktop,
    root,
    profile,
    colorScheme: null,
    mainModule: CODE_CACHE_RECORDER,
    withoutNetLog: true,
  }
  async function record(use: (app: TestApp) => Promise<void>): Promise<string[]> {
    const app = await startApp(setup, [`--server=${service.baseUrl}`])
    try {
      await use(app)
      return await app.inMain(() => (globalThis as unknown as RecorderGlobal).codeCaches.write())
    } finally {
      await app.evidence()
    }
  }
  try {
    await service.state.addUser({ ...ANA, name: 'Ana' })
    seed(service, ANA.email, 12)
    await record(async (app) => {
      const page = await app.window()
      await signIn(page, ANA)
      await waitForSessions(page)
    })
    // It starts with the first caches, so that its own have the functions of both.
    const files = await record(async (app) => {
      const page = await app.window()
      await waitForSessions(page)
      await rows(page).last().getByRole('button', { name: /^End / }).click()
      await inDock(page, 'Undo').waitFor()
    })
    if (files.length === 0) throw new Error('The app compiled no file that can have a code cache')
    return files.map((file) => `${basename(file)}.cache`)
  } catch (error) {
    await removeCodeCaches(root)
    throw error
  } finally {
    await rm(profile, { recursive: true, force: true })
    await service.close()
    await desktop.stop()
    await display.stop()
  }
}

/** Whether V8 rejected the code cache of each file that an app with the recorder has loaded; null of a file without one. */
export function rejectedCodeCaches(app: TestApp): Promise<Record<string, boolean | null>> {
  return app.inMain(() => (globalThis as unknown as RecorderGlobal).codeCaches.rejected())
}

/** Removes all caches of a built app. */
async function removeCodeCaches(root: string): Promise<void> {
  const folder = join(root, 'out', 'main', 'chunks')
  for (const name of await readdir(folder)) if (name.endsWith('.cache')) await rm(join(folder, name))
}
