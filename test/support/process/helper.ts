import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

const TIMEOUT_MS = 5_000

/** A long-running helper process, such as an X server. */
export type Helper = ReturnType<typeof startHelper>

/** Options of `startHelper`. `logged` receives its standard error, line by line. */
export interface HelperOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  stdio?: StdioOptions
  logged?: (line: string) => void
}

/**
 * Starts a process that cannot outlive this one. It has its own process group, so that Ctrl-C in a terminal does not
 * end the display before the app has closed; on Linux the kernel ends it when this process is killed.
 */
export function startHelper(command: string, args: string[], options: HelperOptions = {}) {
  const { cwd, env = process.env, stdio = ['ignore', 'pipe', 'pipe'], logged } = options
  const [file, fullArgs] =
    process.platform === 'linux'
      ? ['setpriv', ['--pdeathsig', 'TERM', '--', command, ...args]]
      : [command, args]
  const child = spawn(file, fullArgs, { cwd, env, stdio, detached: true })
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => resolve(code))
    child.once('error', () => resolve(127))
  })
  const killAtExit = () => signal(child, 'SIGKILL')
  process.once('exit', killAtExit)
  void ended.then(() => process.removeListener('exit', killAtExit))
  if (child.stderr) createInterface(child.stderr).on('line', (line) => logged?.(line))

  return {
    pid: child.pid ?? -1,
    /** The file descriptors asked for with `stdio`; 1 is standard output. */
    child,
    /** Resolves at its end with its exit code; null when a signal ended it, 127 when it could not be started. */
    ended,
    /** Ends it and its children; resolves when it has ended. Safe to call again. */
    async stop(): Promise<void> {
      signal(child, 'SIGTERM')
      const timer = setTimeout(() => signal(child, 'SIGKILL'), TIMEOUT_MS)
      await ended
      clearTimeout(timer)
      // Its children may still run: the group keeps its number.
      signal(child, 'SIGKILL')
    },
  }
}

/** The first line that a helper writes to one of its outputs; rejects when it ends without one. */
export function firstLine(output: Readable, what: string): Promise<string> {
  const lines = createInterface(output)
  return new Promise((resolve, reject) => {
    lines.once('line', resolve)
    lines.once('close', () => reject(new Error(`${what} ended before it was ready`)))
  })
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, name)
  } catch {
    // The group has ended.
  }
}
