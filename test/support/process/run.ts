import { spawn } from 'node:child_process'

/** The result of a command. `code` is null when a signal or the time limit ended it. */
export interface Finished {
  code: number | null
  stdout: string
  stderr: string
  timedOut: boolean
}

/** Options of `run`; `timeLimit` is ms, `show` prints the command's output instead of capturing it. */
export interface RunOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  timeLimit?: number
  show?: boolean
}

/** Runs a command to its end; one that cannot be started gives code 127, as in a shell. */
export function run(
  command: string,
  args: string[],
  { timeLimit, show = false, ...options }: RunOptions = {},
): Promise<Finished> {
  const output = show ? 'inherit' : 'pipe'
  // Its own process group, so that the time limit also ends its children.
  const ownGroup = process.platform !== 'win32' && timeLimit !== undefined
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', output, output], detached: ownGroup })
    const finished: Finished = { code: null, stdout: '', stderr: '', timedOut: false }
    const onTimeLimit = (): void => {
      finished.timedOut = true
      try {
        process.kill(ownGroup ? -child.pid! : child.pid!, 'SIGKILL')
      } catch {
        // The process has ended already.
      }
    }
    const timer = timeLimit === undefined ? undefined : setTimeout(onTimeLimit, timeLimit)
    const end = (code: number | null): void => {
      clearTimeout(timer)
      resolve({ ...finished, code })
    }
    child.stdout?.on('data', (chunk: Buffer) => (finished.stdout += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (finished.stderr += chunk.toString()))
    child.on('close', end)
    child.on('error', (error) => {
      finished.stderr += error.message
      end(127)
    })
  })
}
