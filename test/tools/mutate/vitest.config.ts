import { defineConfig } from 'vitest/config'
import { createKeptThread } from './kept-thread.ts'

const pool = createKeptThread()

/** The unit tests of the services and rules, for mutation tests. */
export default defineConfig({
  plugins: [
    {
      name: 'kept-thread',
      // Stryker chooses the pool after it has read this file.
      configureVitest: ({ project }) =>
        void Object.assign(project.config, { pool: pool.name, poolRunner: pool }),
    },
  ],
  test: {
    include: [
      'test/electron/{api,core,features,shared}/**/*.test.ts',
      'test/electron/{create-handlers,subscriptions}*.test.ts',
    ],
    testTimeout: 30_000,
    isolate: false,
    setupFiles: ['test/tools/mutate/short-properties.ts'],
  },
})
