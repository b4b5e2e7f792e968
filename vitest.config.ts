import vueI18n from '@intlify/unplugin-vue-i18n/vite'
import vue from '@vitejs/plugin-vue'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { MAIN_ALIAS } from './vite.alias.ts'

const locales = fileURLToPath(new URL('./resources/locales/*.json', import.meta.url))

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias: MAIN_ALIAS },
        test: {
          name: 'unit',
          include: ['test/{electron,support,tools,bench,torture}/**/*.test.ts'],
          // Property tests run many cases, which takes seconds on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        plugins: [vue(), vueI18n({ include: locales, runtimeOnly: true, compositionOnly: true })],
        test: {
          name: 'renderer',
          include: ['test/renderer/**/*.test.ts'],
          environment: 'happy-dom',
          setupFiles: ['test/renderer/without-frames.ts'],
          // The first visit of a screen compiles its modules, on whatever machine that is.
          testTimeout: 30_000,
        },
      },
      {
        resolve: { alias: MAIN_ALIAS },
        test: { name: 'integration', include: ['test/integration/**/*.test.ts'] },
      },
    ],
  },
})
