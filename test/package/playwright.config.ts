import { defineConfig } from '@playwright/test'

// The package, installed on a bare Debian: `npm run package:try`, as root, after `npm run package`.
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/package',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 1,
  retries: 0,
  forbidOnly: true,
  globalSetup: './ensure.ts',
  reporter: 'list',
})
