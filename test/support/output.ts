import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createInterface } from 'node:readline'

/** The output of a program so far, line by line. */
export type Output = ReturnType<typeof collectOutput>

/** Collects the output of a process that has just started. */
export function collectOutput(child: ChildProcess) {
  const stdout: string[] = []
  const stderr: string[] = []
  const all: string[] = []
  const collect = (stream: ChildProcess['stdout'], lines: string[]): void => {
    if (stream) createInterface(stream).on('line', (line) => (lines.push(line), all.push(line)))
  }
  collect(child.stdout, stdout)
  collect(child.stderr, stderr)
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', () => resolve())
  })
  return {
    stdout,
    stderr,
    /** Both outputs, in order of arrival. */
    all,
    /** Resolves when the program has ended and its output is complete. */
    ended,
  }
}

/** What Node writes for a debugger, before anything of the program runs. */
const OF_DEBUGGER = /^(Debugger|For help)/

/** A program did not start; the message has its output. */
export class StartFailed extends Error {
  constructor(
    lines: readonly string[],
    cause: unknown,
    /** Whether it crashed before it had written anything of its own. */
    readonly hasCrashedEarly: boolean,
  ) {
    super(`The app did not start. It wrote:\n${lines.join('\n')}`, { cause })
  }
}

/**
 * Collects the output of the process that `start` starts, from its first byte. Playwright hands out the process only
 * once it is connected, after the first lines, so this intercepts Node's spawn. Rejects with `StartFailed`.
 */
export async function withOutput<T>(
  executable: string,
  start: () => Promise<T>,
): Promise<{ result: T; output: Output }> {
  let started: { child: ChildProcess; output: Output } | undefined
  const onProcess = (message: unknown): void => {
    const { process: child } = message as { process: ChildProcess }
    child.once('spawn', () => {
      if (child.spawnfile === executable) started ??= { child, output: collectOutput(child) }
    })
  }
  subscribe('child_process', onProcess)
  try {
    const result = await start()
    if (!started) throw new Error(`No process of ${executable} was seen`)
    return { result, output: started.output }
  } catch (error) {
    const lines = started?.output.all ?? []
    const hasCrashed = started?.child.signalCode === 'SIGSEGV'
    throw new StartFailed(lines, error, hasCrashed && lines.every((line) => OF_DEBUGGER.test(line)))
  } finally {
    unsubscribe('child_process', onProcess)
  }
}
