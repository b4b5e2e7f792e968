import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { startHelper } from '../process/helper.ts'

const OUTPUT_PATIENCE_MS = 5_000

/** How a command ended; `code` is null when a signal ended it. */
export interface CommandResult {
  code: number | null
  /** Its lines on both outputs, in order of arrival. */
  lines: string[]
}

/** How to run it. */
export interface EchoedOptions {
  env?: NodeJS.ProcessEnv
  /** Ends the command and its children. */
  signal?: AbortSignal | undefined
  /** Gets each line as it comes; printed when absent. */
  onLine?: (line: string) => void
}

/** Runs a command that cannot outlive this process, and prints its output. */
export async function runEchoed(
  command: readonly [string, ...string[]],
  { env, signal, onLine = (line) => console.log(line) }: EchoedOptions = {},
): Promise<CommandResult> {
  signal?.throwIfAborted()
  const [file, ...args] = command
  const lines: string[] = []
  const record = (line: string): void => {
    lines.push(line)
    onLine(line)
  }
  const helper = startHelper(file, args, { ...(env ? { env } : {}), logged: record })
  const { stdout } = helper.child
  if (stdout) createInterface(stdout).on('line', record)
  const onAbort = (): void => void helper.stop()
  signal?.addEventListener('abort', onAbort, { once: true })
  const closed = new Promise((resolve) => helper.child.once('close', resolve))
  const code = await helper.ended
  await helper.stop()
  // All its output, unless a process that it left running keeps the output open.
  await Promise.race([closed, sleep(OUTPUT_PATIENCE_MS, undefined, { ref: false })])
  signal?.removeEventListener('abort', onAbort)
  signal?.throwIfAborted()
  return { code, lines }
}

/** Runs a command silently; throws with the end of its output when it fails. */
export async function mustRun(
  command: readonly [string, ...string[]],
  options: Omit<EchoedOptions, 'onLine'> = {},
): Promise<string[]> {
  const { code, lines } = await runEchoed(command, { ...options, onLine: () => undefined })
  if (code !== 0) throw new Error(`${command.join(' ')} failed (${code}):\n${lines.slice(-20).join('\n')}`)
  return lines
}
