import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Mutation tests of files and folders, by Stryker:
 *
 *     npm run mutate -- electron/core/gateway.ts
 *     npm run mutate -- electron/features/renewal electron/api --concurrency 2
 *
 * Arguments from the first that begins with a dash on go to Stryker.
 */
const args = process.argv.slice(2)
const at = args.findIndex((arg) => arg.startsWith('-'))
const paths = at < 0 ? args : args.slice(0, at)
if (paths.length === 0) {
  console.error('Name files or folders: npm run mutate -- electron/core/gateway.ts')
  process.exit(2)
}

const globs = paths.map((path) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ? `${path.replace(/\/$/, '')}/**/*.ts` : path,
)
const stryker = fileURLToPath(import.meta.resolve('@stryker-mutator/core/package.json'))
const mutate = [...globs, '!**/index.ts', '!**/*.d.ts'].join(',')
const { status } = spawnSync(
  process.execPath,
  // The plugin beside this file is TypeScript.
  [
    '--import',
    'tsx',
    join(dirname(stryker), 'bin/stryker.js'),
    'run',
    '--mutate',
    mutate,
    ...args.slice(paths.length),
  ],
  // One process has one time zone, and a test that sets its own cannot change that of a thread.
  { stdio: 'inherit', env: { ...process.env, TZ: 'America/Sao_Paulo' } },
)
process.exitCode = status ?? 1
