import tailwindcss from '@tailwindcss/vite'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { components } from '../../../electron.vite.config.ts'

/** Serves the parts of the window's kit as they are in the source: `npm run gallery`. */
export default defineConfig({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  cacheDir: 'node_modules/.cache/gallery',
  server: { open: '/test/tools/gallery/index.html' },
  define: {
    __VUE_OPTIONS_API__: 'false',
    __VUE_PROD_DEVTOOLS__: 'false',
    __INTLIFY_PROD_DEVTOOLS__: 'false',
  },
  plugins: [...components(), tailwindcss()],
})
