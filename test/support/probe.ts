import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { startApp, type AppSetup, type TestApp } from './app.ts'
import { projectRoot } from './project-root.ts'

/** Calls a function of a probe by name, inside a real Electron. */
export type AskProbe<Functions> = <N extends keyof Functions>(
  name: N,
  ...args: Functions[N] extends (...args: infer Args) => unknown ? Args : never
) => Promise<Functions[N] extends (...args: never) => infer Answer ? Awaited<Answer> : never>

/** Bundles the probe with this main file, relative to the project, while `use` runs with its folder. */
export async function withProbe(entry: string, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'session-desk-probe-'))
  await build({
    root: projectRoot(),
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['electron'] },
    build: {
      ssr: join(projectRoot(), entry),
      outDir: folder,
      emptyOutDir: false,
      target: 'node20.18',
      rolldownOptions: { external: ['electron'], output: { entryFileNames: 'main.js' } },
    },
  })
  const manifest = { name: 'probe', version: '1.0.0', type: 'module', main: 'main.js' }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  await use(folder)
  await rm(folder, { recursive: true, force: true })
}

/** Starts a probe, an app without a window, with Chromium switches; it offers its functions as the global `probe`. */
export async function startProbe<Functions>(
  setup: Omit<AppSetup, 'colorScheme'>,
  switches: readonly string[] = [],
): Promise<{ app: TestApp; ask: AskProbe<Functions> }> {
  const app = await startApp({ ...setup, colorScheme: null }, switches)
  await app.inMain(async ({ app: electronApp }) => {
    await electronApp.whenReady()
    while (!('probe' in globalThis)) await new Promise((resolve) => setImmediate(resolve))
  })
  const ask: AskProbe<Functions> = (name, ...args) =>
    app.inMain(
      async (_electron, call) => {
        type Probe = Record<string, (...args: unknown[]) => unknown>
        const { probe } = globalThis as unknown as { probe: Probe }
        return (await probe[call.name]!(...call.args)) as never
      },
      { name: name as string, args },
    )
  return { app, ask }
}
