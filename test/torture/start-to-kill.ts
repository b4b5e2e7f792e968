import { createInterface } from 'node:readline'
import type { Desktop } from '../support/desktop/desktop.ts'
import { startHelper } from '../support/process/helper.ts'
import type { Runtime } from '../support/runtime/pinned.ts'
import type { Tasks } from './probe/main.ts'

/** Where a probe is started. */
export interface NavigationTarget {
  runtime: Runtime
  desktop: Desktop
  /** The folder that the probe was bundled into. */
  root: string
  /** Chromium's own folder. */
  profile: string
}

/** A probe that was started to be killed. */
export interface Victim<Line> {
  /** What it has said so far. */
  readonly lines: readonly Line[]
  /** Resolves once it has said something that fits; rejects, with what it wrote to standard error, when it ended before. */
  sayRaw(fits: (line: Line) => boolean): Promise<Line>
  /** Ends it as kill -9 does, with all of its processes; resolves when everything it wrote has been read. */
  kill(): Promise<void>
}

/** Starts a task of the probe. With `inSnap` it believes to be in a snap, where conf writes in another way. */
export function startToKill<Name extends keyof Tasks, Line>(
  place: NavigationTarget,
  task: Name,
  input: Parameters<Tasks[Name]>[0],
  inSnap: boolean,
): Victim<Line> {
  const { runtime, desktop, root, profile } = place
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
  const tell = (): void => waiting.forEach((look) => look())
  const reader = createInterface(helper.child.stdout!)
  reader.on('line', (line) => {
    if (line.startsWith('{')) lines.push(JSON.parse(line) as Line)
    tell()
  })
  const ended = new Promise<void>((resolve) => {
    reader.once('close', () => {
      hasEnded = true
      tell()
      resolve()
    })
  })

  return {
    lines,
    sayRaw: (fits) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const line = lines.find(fits)
          if (line === undefined && !hasEnded) return
          waiting.delete(look)
          if (line !== undefined) resolve(line)
          else reject(new Error(`It ended before it said that:\n${errors.join('\n')}`))
        }
        waiting.add(look)
        look()
      }),
    async kill() {
      try {
        process.kill(-helper.pid, 'SIGKILL')
      } catch {
        // It ended by itself in the meantime.
      }
      await ended
      await helper.stop()
    },
  }
}
