import { defineConfig } from '@playwright/test'

// Each test has its own app, profile, desktop bus and practice service: they may run beside each other.
export default defineConfig({
  testDir: 'test',
  testMatch: ['**/test/e2e/**/*.spec.ts', '**/test/torture/**/*.spec.ts'],
  globalSetup: './test/support/global-setup.ts',
  outputDir: 'test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 2,
  retries: 0,
  forbidOnly: true,
  fullyParallel: true,
  reporter: 'list',
  use: { screenshot: 'only-on-failure', trace: 'retain-on-failure' },
})
