import vueI18n from '@intlify/unplugin-vue-i18n/vite'
import vue from '@vitejs/plugin-vue'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Wherever they run, tests read clocks and dates in one zone.
process.env['TZ'] = 'UTC'

const locales = fileURLToPath(new URL('./resources/locales/*.json', import.meta.url))

export default defineConfig({
  test: {
    // One process runs many files: loading the modules anew for each took longer than the tests. What a test changes
    // outside its own objects is undone after it.
    pool: 'forks',
    isolate: false,
    // A failed test is named by its line in the command that repeats it.
    includeTaskLocation: true,
    maxWorkers: availableParallelism(),
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    // Property tests run many cases, and the first visit of a screen compiles its modules, on whatever machine that is.
    testTimeout: 60_000,
    // Some delete thousands of files.
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/{electron,support,tools,bench,torture}/**/*.test.ts'] },
      },
      {
        extends: true,
        plugins: [vue(), vueI18n({ include: locales, runtimeOnly: true, compositionOnly: true })],
        test: {
          name: 'renderer',
          include: ['test/renderer/**/*.test.ts'],
          environment: 'happy-dom',
          setupFiles: ['test/renderer/setup.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'integration', include: ['test/integration/**/*.test.ts'] },
      },
      {
        extends: true,
        // Fifty lives are one test.
        test: { name: 'simulation', include: ['test/simulation/**/*.test.ts'], testTimeout: 120_000 },
      },
      {
        extends: true,
        test: { name: 'lint', include: ['test/lint/**/*.test.ts'] },
      },
    ],
  },
})
