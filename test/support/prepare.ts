import { ensureSystemPackages } from './desktop/ensure-packages.ts'
import { describeRuntime, findRuntime, runtimeEnv } from './runtime/find.ts'
import type { Runtime } from './runtime/pinned.ts'

/**
 * Prepares this computer to run the app on a private desktop: installs system packages and Electron, and prints which.
 * Processes with the returned environment find the same Electron at once, without output.
 */
export async function prepare(root: string): Promise<{ runtime: Runtime; env: NodeJS.ProcessEnv }> {
  await ensureSystemPackages()
  const runtime = await findRuntime(root)
  console.log(describeRuntime(runtime))
  return { runtime, env: { ...runtimeEnv(runtime), SESSION_DESK_PREPARED: '1' } }
}
