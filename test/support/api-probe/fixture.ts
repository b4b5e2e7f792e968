import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Result } from '../../../electron/shared/result.ts'
import { startApp, type TestApp } from '../app.ts'
import { test as base } from '../fixture.ts'
import { projectRoot } from '../project-root.ts'
import { assertClean } from '../assert-clean.ts'
import { buildProbe } from '../build-probe.ts'
import type { Client, Probe } from './main.ts'

/** Asks one function of the API client, inside Electron, for its result at a base URL. */
export type AskAt = <N extends keyof Client>(
  name: N,
  baseUrl: string,
  ...rest: unknown[]
) => Promise<Awaited<ReturnType<Client[N]>>>
/** The same, at the practice service. */
export type Ask = <N extends keyof Client>(
  name: N,
  ...rest: unknown[]
) => Promise<Awaited<ReturnType<Client[N]>>>

/** What tests of the API client get: it runs in a real Electron and is asked from here. */
export interface ProbeFixtures {
  /** Starts the probe with switches of Chromium's; several times in one test means the same profile. */
  launchProbe: (...switches: string[]) => Promise<{ app: TestApp; askAt: AskAt }>
  ask: Ask
  /** A token of `ANA`, who is a user of the practice service then. */
  token: string
}

/** The user of these tests. */
export const ANA = { email: 'ana@example.com', password: 'correct horse', deviceName: 'Probe' }

/** Playwright's test for the API client inside a real Electron. */
export const test = base.extend<ProbeFixtures>({
  launchProbe: async ({ runtime, desktop, profile, tolerate, service: _first }, use, testInfo) => {
    const root = join(desktop.folder, 'probe')
    await mkdir(root)
    await buildProbe(projectRoot(), 'test/support/api-probe/main.ts', root)
    const apps: TestApp[] = []
    await use(async (...switches) => {
      const app = await startApp({ runtime, desktop, profile, root, colorScheme: null }, switches)
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

/** The value of a result that has to be a good one. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`failed: ${JSON.stringify(result.failure)}`)
  return result.value
}
