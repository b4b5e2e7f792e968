import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { prepare } from './prepare.ts'
import { projectRoot } from './project-root.ts'

/** Playwright's `globalSetup`: prepares everything that the tests need, or fails once with the reason. */
export default async function globalSetup(): Promise<void> {
  const root = projectRoot()
  if (!existsSync(join(root, 'out', 'main', 'main.cjs'))) {
    throw new Error('The app is not built: run `npm run build` first')
  }
  // `npm test` has prepared already. Variables set here reach the workers.
  if (process.env['SESSION_DESK_PREPARED'] !== '1') Object.assign(process.env, (await prepare(root)).env)
}
