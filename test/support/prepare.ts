import { ensureSystemPackages } from './desktop/ensure-packages.ts'
import { describeRuntime, findRuntime, runtimeEnv } from './runtime/find.ts'
import type { Runtime } from './runtime/pinned.ts'

/**
 * Makes this computer ready to run the app on a desktop of its own: system packages and an Electron, which it names.
 * What is started with the environment it gives finds the same Electron at once, and in silence.
 */
export async function prepare(root: string): Promise<{ runtime: Runtime; env: NodeJS.ProcessEnv }> {
  await ensureSystemPackages()
  const runtime = await findRuntime(root)
  console.log(describeRuntime(runtime))
  return { runtime, env: { ...runtimeEnv(runtime), SESSION_DESK_PREPARED: '1' } }
}
