import { createInterface } from 'node:readline'
import type { Desktop } from '../support/desktop/desktop.ts'
import { startHelper } from '../support/process/helper.ts'
import type { Runtime } from '../support/runtime/pinned.ts'
import type { Tasks } from './probe/main.ts'

/** The folders of a probe. */
export interface ProbeSetup {
  runtime: Runtime
  desktop: Desktop
  /** The folder with the bundled probe. */
  root: string
  /** Chromium's own folder. */
  profile: string
}

/** A probe to kill. */
export interface Victim<Line> {
  /** Its output lines so far. */
  readonly lines: readonly Line[]
  /** Resolves with the first matching line; rejects with its standard error when it ends before. */
  waitForLine(fits: (line: Line) => boolean): Promise<Line>
  /** Kills it (kill -9) with all its processes; resolves when its output has been read. */
  kill(): Promise<void>
}

/** Starts a task of the probe. `inSnap` sets the environment of a snap, where conf writes files differently. */
export function startToKill<Name extends keyof Tasks, Line>(
  setup: ProbeSetup,
  task: Name,
  input: Parameters<Tasks[Name]>[0],
  inSnap: boolean,
): Victim<Line> {
  const { runtime, desktop, root, profile } = setup
  const errors: string[] = []
  const lines: Line[] = []
  const waiting = new Set<() => void>()
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const env = {
    ...desktop.env,
    PROBE_TASK: task,
    PROBE_INPUT: JSON.stringify(input),
    ...(inSnap ? { SNAP: '/snap/session-desk/1' } : {}),
  }
  const args = [root, `--user-data-dir=${profile}`, ...desktop.switches, ...sandbox]
  const helper = startHelper(runtime.path, args, { env, logged: (line) => errors.push(line) })
  let hasEnded = false
  const checkAll = (): void => waiting.forEach((check) => check())
  const reader = createInterface(helper.child.stdout!)
  reader.on('line', (line) => {
    if (line.startsWith('{')) lines.push(JSON.parse(line) as Line)
    checkAll()
  })
  const ended = new Promise<void>((resolve) => {
    reader.once('close', () => {
      hasEnded = true
      checkAll()
      resolve()
    })
  })

  return {
    lines,
    waitForLine: (fits) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const line = lines.find(fits)
          if (line === undefined && !hasEnded) return
          waiting.delete(check)
          if (line !== undefined) resolve(line)
          else reject(new Error(`It ended before that line:\n${errors.join('\n')}`))
        }
        waiting.add(check)
        check()
      }),
    async kill() {
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
