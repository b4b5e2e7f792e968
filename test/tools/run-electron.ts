import { electronCommand, hasDisplay } from './electron-command.ts'
import { startHelper } from '../support/process/helper.ts'
import { run } from '../support/process/run.ts'
import { projectRoot } from '../support/project-root.ts'
import { describeRuntime, findRuntime, runtimeEnv } from '../support/runtime/find.ts'

// `npm run dev` and `npm start`: `run-electron.ts dev|start [arguments for the app]`.
async function main(): Promise<number> {
  const root = projectRoot()
  const [mode, ...args] = process.argv.slice(2)
  if (mode !== 'dev' && mode !== 'start') throw new Error('Usage: run-electron.ts dev|start [arguments]')
  if (!hasDisplay(process.platform, process.env)) {
    throw new Error(
      'There is no display here to open a window on. `npm run demo` runs the app on a hidden one and takes pictures.',
    )
  }
  if (mode === 'start') {
    const build = await run('npm', ['run', '--silent', 'build'], { cwd: root, show: true })
    if (build.code !== 0) throw new Error('The app could not be built.')
  }
  const runtime = await findRuntime(root)
  console.log(describeRuntime(runtime))
  const isRoot = process.getuid?.() === 0
  const env = runtimeEnv(runtime)
  const [file, ...rest] = electronCommand({ mode, root, runtime, isRoot, env, args })
  const app = startHelper(file, rest, {
    cwd: root,
    env,
    // A process group of its own would stop when it reads from the terminal.
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => app.child.kill(signal))
  }
  const code = await app.ended
  await app.stop()
  return code ?? 1
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  },
)
