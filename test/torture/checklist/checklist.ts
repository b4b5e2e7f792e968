import { expect } from '@playwright/test'
import type { WebPreferences } from 'electron'
import type { TestApp } from '../../support/app.ts'
import type { test as base } from '../fixture.ts'
import { report } from '../report.ts'

/** The page as its attacker sees it: a bridge of unknown functions. */
export interface LooseBridge {
  sessionDesk: Record<string, (...all: unknown[]) => unknown>
}

/** Records the result of an attack and the expected result. */
export type Attack = (name: string, actual: unknown, stopped: unknown) => void

/**
 * Makes each test a point of the checklist, which begins at the sign-in and fails when one of its attacks succeeded;
 * reports them all. `tolerated`: what Chromium and Electron print about the attacks.
 */
export function checklist(test: typeof base, tolerated: RegExp): Attack {
  const violations: string[] = []
  let [attacks, points, reported] = [0, 0, 0]
  // One after another: a worker of its own for each point would report it alone.
  test.describe.configure({ mode: 'default' })
  test.beforeEach(async ({ page, tolerate }) => {
    tolerate.errors(/Refused to|violates the|Failed to load|Not allowed to load|BLOCKED_BY_CSP/, tolerated)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
  test.afterEach(() => {
    points++
    const found = violations.slice(reported)
    reported = violations.length
    expect(found).toEqual([])
  })
  test.afterAll(() =>
    report({
      part: "Electron's security checklist",
      figures: { points, attacks, succeeded: violations.length },
      violations,
    }),
  )
  return (name, actual, stopped) => {
    attacks++
    const [found, wanted] = [JSON.stringify(actual), JSON.stringify(stopped)]
    if (found !== wanted) violations.push(`${name}: ${found}, not ${wanted}`)
  }
}

/** The effective preferences of the app's window, defaults included. */
export function preferencesOf(app: TestApp): Promise<WebPreferences> {
  return app.inMain(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    const all = (contents as unknown as { getLastWebPreferences(): WebPreferences }).getLastWebPreferences()
    const { session: _session, ...plain } = all
    return JSON.parse(JSON.stringify(plain)) as WebPreferences
  })
}
