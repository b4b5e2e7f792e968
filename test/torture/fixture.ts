import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp } from '../support/app.ts'
import { assertClean } from '../support/assert-clean.ts'
import { buildProbe } from '../support/build-probe.ts'
import { test as base } from '../support/fixture.ts'
import { projectRoot } from '../support/project-root.ts'
import type { TortureProbe } from './probe/main.ts'
import { sayHowToRepeat } from './report.ts'

export { expect } from '@playwright/test'

/** Calls a function of the probe by name, inside a real Electron. */
export type AskProbe = <N extends keyof TortureProbe>(
  name: N,
  input: Parameters<TortureProbe[N]>[0],
) => Promise<Awaited<ReturnType<TortureProbe[N]>>>

/** The test of every part: it says how to repeat a failure, and `ask` uses the app's services without a window. */
export const test = base.extend<{ ask: AskProbe; repeatable: null }, { probeRoot: string }>({
  repeatable: [
    async ({}, use, testInfo) => {
      await use(null)
      if (testInfo.status !== testInfo.expectedStatus) await sayHowToRepeat(testInfo.title)
    },
    { auto: true },
  ],

  /** The probe, bundled once. */
  probeRoot: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'session-desk-probe-'))
      await buildProbe(projectRoot(), 'test/torture/probe/main.ts', folder)
      await use(folder)
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],

  ask: async ({ runtime, desktop, profile, probeRoot, tolerate }, use, testInfo) => {
    const app = await startApp({ runtime, desktop, profile, root: probeRoot, colorScheme: null }, [])
    await app.inMain(async ({ app: electronApp }) => {
      await electronApp.whenReady()
      while (!('probe' in globalThis)) await new Promise((resolve) => setImmediate(resolve))
    })
    await use((name, input) =>
      app.inMain(
        async (_electron, call) => {
          const { probe } = globalThis as unknown as { probe: Record<string, (input: unknown) => unknown> }
          return (await probe[call.name]!(call.input)) as never
        },
        { name, input },
      ),
    )
    await assertClean([app], tolerate.declared, testInfo)
  },
})
