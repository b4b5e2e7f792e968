import vueI18n from '@intlify/unplugin-vue-i18n/vite'
import tailwindcss from '@tailwindcss/vite'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { fileURLToPath } from 'node:url'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Modules whose path has one of these parts, which are regular expressions; a slash is either one. */
const inside = (...parts: string[]): RegExp => new RegExp(parts.join('|').replaceAll('/', '[\\\\/]'))

/** What every screen of the window needs: one file, because many small ones compress badly and each is asked for. */
const BASE = inside(
  'node_modules/(@vue|vue|pinia|@intlify|vue-i18n|vue-router)/',
  'renderer/(bridge|stores)\\b',
  'electron/contract/',
  '\0(vite/preload-helper|plugin-vue:)',
)

/** Small parts of several screens, without those that bring a library along. */
const SHARED = inside(
  'node_modules/@lucide/',
  'renderer/composables/(?!virtual-rows|strength)',
  'renderer/components/ui/(?!ConfirmDialog|CheckboxField|VirtualList|MenuContent)',
  'renderer/components/sign-in/(AuthLayout|AuthHeader|ServerField|EmailField)',
)

// The targets run on the product's Electron and on the older one that tests may find (test/support/runtime).
export default defineConfig({
  main: {
    build: {
      target: 'node20.18',
      minify: true,
      license: { fileName: 'licenses.json' },
      externalizeDeps: {
        exclude: [
          '@jellybrick/dbus-next',
          '@intlify/core-base',
          'axios',
          'bowser',
          'electron-log',
          'electron-store',
          'electron-updater',
          'zod',
        ],
      },
      rolldownOptions: { input: './electron/main.ts' },
    },
  },
  preload: {
    build: {
      target: 'node20.18',
      minify: true,
      externalizeDeps: false,
      rolldownOptions: {
        input: './electron/preload.ts',
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    define: { __VUE_OPTIONS_API__: 'false', __VUE_PROD_DEVTOOLS__: 'false' },
    build: {
      target: 'chrome130',
      minify: true,
      license: { fileName: 'licenses.json' },
      // The dictionaries of the password meter, fetched when a new password is judged.
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: {
        input: at('./renderer/index.html'),
        output: {
          codeSplitting: {
            groups: [
              { name: 'base', test: BASE },
              { name: 'shared', test: SHARED, minShareCount: 2, includeDependenciesRecursively: false },
            ],
          },
        },
      },
    },
    // The Content-Security-Policy has no eval: messages are compiled here, and the message compiler is left out.
    plugins: [
      vue(),
      tailwindcss(),
      vueI18n({
        include: at('./resources/locales/*.json'),
        runtimeOnly: true,
        compositionOnly: true,
        fullInstall: false,
        dropMessageCompiler: true,
      }),
    ],
  },
})
