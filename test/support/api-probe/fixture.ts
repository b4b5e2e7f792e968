import type { Result } from '../../../electron/shared/result.ts'
import type { TestApp } from '../app.ts'
import { assertClean } from '../assert-clean.ts'
import { test as base } from '../fixture.ts'
import { startProbe, withProbe } from '../probe.ts'
import type { Client } from './main.ts'

/** Calls one function of the API client inside Electron, with a base URL. */
type AskAt = <N extends keyof Client>(
  name: N,
  baseUrl: string,
  ...rest: unknown[]
) => Promise<Awaited<ReturnType<Client[N]>>>

/** The fixtures of API client tests: the client runs in a real Electron, and the test calls it. */
interface ProbeFixtures {
  /** Starts the probe with Chromium switches; several starts in one test share the profile. */
  launchProbe: (...switches: string[]) => Promise<{ app: TestApp; askAt: AskAt }>
  /** Calls one function with the practice service's base URL. */
  ask: <N extends keyof Client>(name: N, ...rest: unknown[]) => Promise<Awaited<ReturnType<Client[N]>>>
  /** A token of `ANA`; adds her to the practice service. */
  token: string
}

/** The user of these tests. */
export const ANA = { email: 'ana@example.com', password: 'correct horse', deviceName: 'Probe' }

/** Playwright's test for the API client inside a real Electron. */
export const test = base.extend<ProbeFixtures, { probeFolder: string }>({
  probeFolder: [({}, use) => withProbe('test/support/api-probe/main.ts', use), { scope: 'worker' }],

  launchProbe: async (
    { probeFolder, runtime, desktop, profile, tolerate, service: _first },
    use,
    testInfo,
  ) => {
    const apps: TestApp[] = []
    await use(async (...switches) => {
      const setup = { runtime, desktop, profile, root: probeFolder }
      const { app, ask } = await startProbe<Record<keyof Client, AskAt>>(setup, switches)
      apps.push(app)
      return { app, askAt: ask as AskAt }
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
