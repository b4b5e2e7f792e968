import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { electronCommand } from '../electron-command.ts'
import { startHelper } from '../../support/process/helper.ts'
import { runtimeEnv } from '../../support/runtime/find.ts'
import type { DemoSetup } from './headless.ts'

const CHECK_EVERY_MS = 1_000

/** Opens the app on this desktop with a temporary profile, and prints the accounts to sign in with. */
export async function runInteractive({ root, runtime, service, seeded }: DemoSetup): Promise<void> {
  const { ana, bruno } = seeded
  console.log(`\nSign in as ${ana.email} with ${ana.password}`)
  console.log(`    or as ${bruno.email} with ${bruno.password} and the two-factor code below.`)
  console.log('Closing the window leaves the app in the tray, where there is one; Ctrl+C here ends it.\n')
  const stopCodes = printCodes(() => service.state.codeFor(bruno.email))
  const profile = await mkdtemp(join(tmpdir(), 'session-desk-demo-'))
  const args = [`--server=${service.baseUrl}`, `--user-data-dir=${profile}`]
  const isRoot = process.getuid?.() === 0
  const env = runtimeEnv(runtime)
  const [file, ...rest] = electronCommand({ mode: 'start', root, runtime, isRoot, env, args })
  const app = startHelper(file, rest, {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => app.child.kill(signal))
  await app.ended
  stopCodes()
  await app.stop()
  await rm(profile, { recursive: true, force: true })
}

function printCodes(current: () => string): () => void {
  let shown = ''
  const check = (): void => {
    const code = currentOr(current, shown)
    if (code !== shown) console.log(`Two-factor code: ${code}`)
    shown = code
  }
  check()
  const timer = setInterval(check, CHECK_EVERY_MS)
  return () => clearInterval(timer)
}

/** Each code works once; when all of this half minute are used, the next check finds a new one. */
function currentOr(current: () => string, otherwise: string): string {
  try {
    return current()
  } catch {
    return otherwise
  }
}
