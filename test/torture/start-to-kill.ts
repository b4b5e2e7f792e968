import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Desktop } from '../support/desktop/desktop.ts'
import { startHelper } from '../support/process/helper.ts'
import type { Runtime } from '../support/runtime/pinned.ts'
import type { RenewInput, RenewLine } from './probe/renew-forever.ts'
import type { WriteInput, WriteLine } from './probe/write-forever.ts'

/** The tasks of the probe, with what they take and print. */
interface Lines {
  writeForever: [input: WriteInput, line: WriteLine]
  renewForever: [input: RenewInput, line: RenewLine]
}

/** Starts a task of the probe. `inSnap` sets the environment of a snap, where conf writes files differently. */
export type StartVictim = <Task extends keyof Lines>(
  task: Task,
  input: Lines[Task][0],
  inSnap: boolean,
) => ReturnType<typeof startToKill<Task>>

/** A process ended by itself. `hasCrashed`: a signal ended it before its first line, so that none of our code ran. */
class EndedEarly extends Error {
  constructor(
    message: string,
    readonly hasCrashed: boolean,
  ) {
    super(message)
  }
}

/** Starts a task; `root` has the bundled probe, `profile` Chromium's own files. */
export function startToKill<Task extends keyof Lines>(
  { runtime, desktop, root, profile }: { runtime: Runtime; desktop: Desktop; root: string; profile: string },
  task: Task,
  input: Lines[Task][0],
  inSnap: boolean,
) {
  type Line = Lines[Task][1]
  const errors: string[] = []
  const lines: Line[] = []
  const snap = inSnap ? { SNAP: '/snap/session-desk/1' } : {}
  const env = { ...desktop.env, PROBE_TASK: task, PROBE_INPUT: JSON.stringify(input), ...snap }
  const args = [root, `--user-data-dir=${profile}`, ...desktop.switches]
  const helper = startHelper(runtime.path, args, { env, logged: (line) => errors.push(line) })
  const reader = createInterface(helper.child.stdout!)
  reader.on('line', (line) => {
    if (line.startsWith('{')) lines.push(JSON.parse(line) as Line)
  })
  const ended = once(reader, 'close')

  return {
    /** Its output lines so far. */
    lines: lines as readonly Line[],
    /** Resolves with the first matching line; rejects with its exit code and standard error when it ends before. */
    async waitForLine(fits: (line: Line) => boolean): Promise<Line> {
      // Its standard error is whole only once it has exited.
      const end = Promise.all([ended, helper.ended]).then(() => 'ended')
      for (;;) {
        const next = once(reader, 'line')
        const line = lines.find(fits)
        if (line !== undefined) return line
        if ((await Promise.race([next, end])) === 'ended' && !lines.some(fits))
          throw new EndedEarly(
            `It ended before that line (${await helper.ended}), after ${JSON.stringify(lines)}:\n${errors.join('\n')}`,
            (await helper.ended) === null && lines.length === 0,
          )
      }
    },
    /** Kills it (kill -9) with all its processes; resolves when its output has been read. */
    async kill(): Promise<void> {
      try {
        process.kill(-helper.pid, 'SIGKILL')
      } catch {
        // The process has ended already.
      }
      await ended
      await helper.stop()
    },
  }
}

/** So many crashes of Electron in a row are more than chance. */
const MAX_CRASHES = 2

/**
 * Starts a task until a line fits, and returns that line. Chromium's thread for Bluetooth crashes about once in a thousand starts
 * of Electron 33, before anything of ours has run.
 */
export async function startUntil<Task extends keyof Lines>(
  startVictim: StartVictim,
  [task, input, inSnap]: [task: Task, input: Lines[Task][0], inSnap: boolean],
  fits: (line: Lines[Task][1]) => boolean,
) {
  for (let crashes = 0; ; crashes++) {
    const victim = startVictim(task, input, inSnap)
    try {
      return { victim, crashes, first: await victim.waitForLine(fits) }
    } catch (error) {
      if (!(error instanceof EndedEarly) || !error.hasCrashed || crashes === MAX_CRASHES) throw error
    }
  }
}

/** Runs kills in the usual environment and in that of a snap; the sums of what they counted, and all violations. */
export async function inBothEnvironments<Counts extends { kills: number; violations: string[] }>(
  kill: (inSnap: boolean) => Promise<Counts>,
) {
  const both = [await kill(false), await kill(true)] as const
  return {
    inSnap: both[1].kills,
    sum: (name: { [N in keyof Counts]: Counts[N] extends number ? N : never }[keyof Counts]): number =>
      both.reduce((total, counts) => total + (counts[name] as number), 0),
    violations: both.flatMap(({ violations }) => violations),
  }
}
