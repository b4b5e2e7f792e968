import { defineConfig } from '@playwright/test'

// A day on real desktops: `npm run desktops`, as root, after `npm run package`.
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/desktops',
  timeout: 240_000,
  expect: { timeout: 30_000 },
  workers: 1,
  retries: 0,
  forbidOnly: true,
  globalSetup: './ensure.ts',
  reporter: 'list',
})
