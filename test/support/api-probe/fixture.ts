import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Result } from '../../../electron/shared/result.ts'
import { startApp, type TestApp } from '../app.ts'
import { test as base } from '../fixture.ts'
import { projectRoot } from '../project-root.ts'
import { assertClean } from '../assert-clean.ts'
import { buildProbe } from '../build-probe.ts'
import type { Client, Probe } from './main.ts'

/** Calls one function of the API client inside Electron, with a base URL. */
export type AskAt = <N extends keyof Client>(
  name: N,
  baseUrl: string,
  ...rest: unknown[]
) => Promise<Awaited<ReturnType<Client[N]>>>
/** The same, with the practice service's base URL. */
export type Ask = <N extends keyof Client>(
  name: N,
  ...rest: unknown[]
) => Promise<Awaited<ReturnType<Client[N]>>>

/** The fixtures of API client tests: the client runs in a real Electron, and the test calls it. */
export interface ProbeFixtures {
  /** Starts the probe with Chromium switches; several starts in one test share the profile. */
  launchProbe: (...switches: string[]) => Promise<{ app: TestApp; askAt: AskAt }>
  ask: Ask
  /** A token of `ANA`; adds her to the practice service. */
  token: string
}

interface ProbeWorkerFixtures {
  /** The built probe, which a test leaves as it found it. */
  probeFolder: string
}

/** The user of these tests. */
export const ANA = { email: 'ana@example.com', password: 'correct horse', deviceName: 'Probe' }

/** Playwright's test for the API client inside a real Electron. */
export const test = base.extend<ProbeFixtures, ProbeWorkerFixtures>({
  probeFolder: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'session-desk-probe-'))
      await buildProbe(projectRoot(), 'test/support/api-probe/main.ts', folder)
      await use(folder)
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],

  launchProbe: async (
    { probeFolder, runtime, desktop, profile, tolerate, service: _first },
    use,
    testInfo,
  ) => {
    const apps: TestApp[] = []
    await use(async (...switches) => {
      const app = await startApp(
        { runtime, desktop, profile, root: probeFolder, colorScheme: null },
        switches,
      )
      apps.push(app)
      await app.inMain(async ({ app: electronApp }) => {
        await electronApp.whenReady()
        while (!('probe' in globalThis)) await new Promise((resolve) => setImmediate(resolve))
      })
      const askAt: AskAt = (name, baseUrl, ...rest) =>
        app.inMain(
          async (_electron, call) => {
            const { probe } = globalThis as unknown as { probe: Probe }
            return (await probe(call.name, call.baseUrl, ...call.rest)) as never
          },
          { name: name, baseUrl, rest },
        )
      return { app, askAt }
    })
    await assertClean(apps, tolerate.declared, testInfo)
  },

  ask: async ({ launchProbe, service }, use) => {
    const { askAt } = await launchProbe()
    await use((name, ...rest) => askAt(name, service.baseUrl, ...rest))
  },

  token: async ({ service }, use) => {
    await service.state.addUser({ ...ANA, name: 'Ana' })
    await use(service.state.addSession(ANA.email).token)
  },
})

/** The value of a successful result; throws for a failure. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`failed: ${JSON.stringify(result.failure)}`)
  return result.value
}
