import { expect, test as base } from '../fixture.ts'
import type { TestApp } from '../app.ts'
import type { Desktop } from './desktop.ts'
import { startNotificationArea, type NotificationArea } from './notification-area.ts'
import { startPanel, type Panel } from './panel.ts'
import type { MenuLine } from './tray-item.ts'

/** The additional fixtures of a tray test: a panel and a notification area, started before the app. */
export interface TrayFixtures {
  /** The panel, or null where the system's own tray is used. */
  tray: Panel | null
  panel: Panel
  area: NotificationArea
}

/** Playwright's test for an app on a desktop that has a panel and shows notifications. */
export const test = base.extend<TrayFixtures>({
  // Also for tests that do not use it: without a panel the app quits with its window. Other systems have their own.
  tray: [
    async ({ desktop }, use) => {
      const panel = desktop.busAddress === null ? null : await startPanel(desktop.busAddress)
      await use(panel)
      panel?.stop()
    },
    { auto: true },
  ],
  panel: async ({ tray }, use) => {
    if (!tray) throw new Error('Trays are tried over D-Bus')
    await use(tray)
  },
  area: async ({ desktop }, use) => {
    const area = await startNotificationArea(busOf(desktop))
    await use(area)
    area.stop()
  },
})

function busOf({ busAddress }: Desktop): string {
  if (busAddress === null) throw new Error('Trays are tried over D-Bus')
  return busAddress
}

/** The number of the app's windows. */
export function windowsOf(app: TestApp): Promise<number> {
  return app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
}

/** Closes the window, as its own button does. */
export async function closeWindow(app: TestApp): Promise<void> {
  await app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows().forEach((window) => window.close()))
  // The next window is then the only one.
  await expect.poll(() => app.electron.windows().length).toBe(0)
}

/** The labels of a menu's items, submenus included. */
export function labelsOf(lines: readonly MenuLine[]): string[] {
  return lines.flatMap(({ label, lines: inner }) => [label, ...labelsOf(inner)])
}

export { expect } from '../fixture.ts'
