import { defineConfig } from '@playwright/test'

// Each test has its own service, and its own app, profile and desktop bus or a lent one: they may run beside each other.
export default defineConfig({
  testDir: 'test',
  globalSetup: './test/support/global-setup.ts',
  outputDir: 'test-results',
  snapshotPathTemplate: 'test/fixtures/gallery/{arg}{ext}',
  // Only a failure waits this long; a machine with other work may need it too.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // One for each of the two cores that this must run on: a third makes nothing faster, and each test slower.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  fullyParallel: true,
  reporter: 'list',
  // A trace costs a sixth of the time; `npm run test:one` takes one of what fails.
  use: { screenshot: 'only-on-failure' },
  projects: [
    { name: 'e2e', testMatch: 'e2e/**/*.spec.ts', grepInvert: /@long/ },
    // Waits that no faster clock shortens, and the largest sizes.
    { name: 'long', testMatch: 'e2e/**/*.spec.ts', grep: /@long/ },
    { name: 'torture', testMatch: 'torture/**/*.spec.ts' },
  ],
})
