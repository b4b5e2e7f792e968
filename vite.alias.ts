import { fileURLToPath } from 'node:url'

/**
 * The libraries that the main process and its tests replace. The browsers' build of axios sends by fetch as well, and
 * leaves out the HTTP client for Node that the app never uses.
 */
export const MAIN_ALIAS = [
  {
    find: /^axios$/,
    replacement: fileURLToPath(new URL('./node_modules/axios/dist/esm/axios.js', import.meta.url)),
  },
]
