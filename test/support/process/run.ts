import { spawn, type StdioOptions } from 'node:child_process'

/** The result of a command. `code` is null when a signal or the time limit ended it. */
export interface Finished {
  code: number | null
  stdout: string
  stderr: string
  timedOut: boolean
}

/** Options of `run`; `show` prints the command's output instead of capturing it. */
export interface RunOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  input?: string
  timeLimit?: number
  show?: boolean
}

/** Runs a command to its end; one that cannot be started gives code 127, as in a shell. */
export function run(command: string, args: string[], options: RunOptions = {}): Promise<Finished> {
  const { cwd, env = process.env, input, timeLimit, show = false } = options
  const output = show ? 'inherit' : 'pipe'
  const stdio: StdioOptions = [input === undefined ? 'ignore' : 'pipe', output, output]
  // Its own process group, so that the time limit also ends its children.
  const ownGroup = process.platform !== 'win32' && timeLimit !== undefined
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio, detached: ownGroup })
    const finished: Finished = { code: null, stdout: '', stderr: '', timedOut: false }
    const timer =
      timeLimit === undefined
        ? undefined
        : setTimeout(() => {
            finished.timedOut = true
            killTree(child.pid, ownGroup)
          }, timeLimit)
    child.stdout?.on('data', (chunk: Buffer) => (finished.stdout += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (finished.stderr += chunk.toString()))
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
    child.on('error', (error) => {
      clearTimeout(timer)
      resolve({ ...finished, code: 127, stderr: finished.stderr + error.message })
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ ...finished, code })
    })
  })
}

function killTree(pid: number | undefined, ownGroup: boolean): void {
  if (pid === undefined) return
  try {
    process.kill(ownGroup ? -pid : pid, 'SIGKILL')
  } catch {
    // The process has ended already.
  }
}
