import type { ElectronApplication } from '@playwright/test'
import type * as electron from 'electron'

/** Electron's module, as the app's main process has it. */
export type ElectronModule = typeof electron

const ATTEMPTS = 5
const COLLECTED = 'Resulting promise was garbage collected'

/**
 * Runs a function in the app's main process once and returns its result. Playwright's own `evaluate` sometimes loses a
 * result, because V8 collects the promise; here the app holds it, and a retry reads it.
 */
export async function inMain<Result, Argument = undefined>(
  app: ElectronApplication,
  work: (module: ElectronModule, argument: Argument) => Result | Promise<Result>,
  argument?: Argument,
): Promise<Result> {
  const call = { id: crypto.randomUUID(), source: work.toString(), argument }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await app.evaluate(runOnce, call)) as Result
    } catch (error) {
      if (attempt === ATTEMPTS || !String(error).includes(COLLECTED)) throw error
    }
  }
}

// Travels to the app as text: it may use nothing from this file.
function runOnce(module: ElectronModule, call: { id: string; source: string; argument: unknown }): unknown {
  const results = ((globalThis as { sessionDeskResults?: Map<string, unknown> }).sessionDeskResults ??=
    new Map())
  if (!results.has(call.id)) {
    const work = (0, eval)(`(${call.source})`) as (given: ElectronModule, argument: unknown) => unknown
    results.set(call.id, work(module, call.argument))
  }
  return results.get(call.id)
}
