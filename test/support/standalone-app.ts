import { chromium, type Page } from '@playwright/test'
import type { Desktop } from './desktop/desktop.ts'
import { startHelper } from './process/helper.ts'
import { projectRoot } from './project-root.ts'
import type { Runtime } from './runtime/pinned.ts'

/** What to start, and where. */
export interface StandaloneOptions {
  runtime: Runtime
  desktop: Desktop
  profile: string
  args: readonly string[]
}

const LISTENING = /^DevTools listening on (ws:\S+)$/

/** Starts the app without Playwright's loader, as a user does; returns at once, without waiting for a window. */
export function startStandalone({ runtime, desktop, profile, args }: StandaloneOptions) {
  let found: (address: string) => void
  const address = new Promise<string>((resolve) => (found = resolve))
  const app = startHelper(
    runtime.path,
    [projectRoot(), `--user-data-dir=${profile}`, '--remote-debugging-port=0', ...desktop.switches, ...args],
    {
      env: desktop.env,
      stdio: ['ignore', 'ignore', 'pipe'],
      logged: (line) => {
        const [, url] = LISTENING.exec(line) ?? []
        if (url) found(url)
      },
    },
  )
  return {
    /** Resolves with its exit code. */
    ended: app.ended,
    /** Its first page, over the debugging port. */
    async page(): Promise<Page> {
      const browser = await chromium.connectOverCDP(await address)
      const [context] = browser.contexts()
      if (!context) throw new Error('The app has no page')
      return context.pages()[0] ?? (await context.waitForEvent('page'))
    },
    stop: () => app.stop(),
  }
}
