import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createInterface } from 'node:readline'

/** The output of a program so far, line by line. */
export interface Output {
  readonly stdout: readonly string[]
  readonly stderr: readonly string[]
  /** Both outputs, in order of arrival. */
  readonly all: readonly string[]
  /** Resolves when the program has ended and its output is complete. */
  readonly ended: Promise<void>
}

/** Collects the output of a process that has just started. */
export function collectOutput(child: ChildProcess): Output {
  const stdout: string[] = []
  const stderr: string[] = []
  const all: string[] = []
  for (const [stream, lines] of [
    [child.stdout, stdout],
    [child.stderr, stderr],
  ] as const) {
    if (stream) createInterface(stream).on('line', (line) => (lines.push(line), all.push(line)))
  }
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', () => resolve())
  })
  return { stdout, stderr, all, ended }
}

/**
 * Collects the output of the process that `start` starts, from its first byte. Playwright hands out the process only
 * once it is connected, after the first lines, so this intercepts Node's spawn.
 */
export async function withOutput<T>(
  executable: string,
  start: () => Promise<T>,
): Promise<{ result: T; output: Output }> {
  let output: Output | undefined
  const onProcess = (message: unknown): void => {
    const { process: child } = message as { process: ChildProcess }
    child.once('spawn', () => {
      if (child.spawnfile === executable) output ??= collectOutput(child)
    })
  }
  subscribe('child_process', onProcess)
  try {
    const result = await start()
    if (!output) throw new Error(`No process of ${executable} was seen`)
    return { result, output }
  } catch (error) {
    const lines = output?.all.join('\n') ?? ''
    throw new Error(`The app did not start. It wrote:\n${lines}`, { cause: error })
  } finally {
    unsubscribe('child_process', onProcess)
  }
}
