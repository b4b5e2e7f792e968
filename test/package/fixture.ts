import { test as base } from '@playwright/test'
import { startBareDebian, type BareDebian } from '../support/bare-debian/bare-debian.ts'
import { DESKTOP_ENV, startBareDesktop } from './bare-desktop.ts'
import { outputOf } from './installed.ts'

/** What the package tests of a worker share. `desktop` runs from its first use on, because its packages bring libraries along. */
interface Shared {
  debian: BareDebian
  desktop: BareDebian
}

/** Tests on one bare Debian. */
export const test = base.extend<object, Shared>({
  debian: [
    async ({}, use) => {
      const debian = await startBareDebian({ userEnv: DESKTOP_ENV })
      await outputOf(debian.asRoot('apt-get', 'update', '-qq'))
      await use(debian)
      await debian.stop()
    },
    { scope: 'worker', timeout: 900_000 },
  ],
  desktop: [
    async ({ debian }, use) => {
      await startBareDesktop(debian)
      await use(debian)
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

export { expect } from '@playwright/test'
