import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startHelper } from '../support/process/helper.ts'
import type { BenchHarness } from './bench-harness.ts'

const START_TIMING = fileURLToPath(new URL('start-timing.cjs', import.meta.url))
const TIMEOUT_MS = 60_000
const MARKS = [
  'processMade',
  'nodeReady',
  'codeLoaded',
  'ready',
  'windowMade',
  'shown',
  'frame',
  'painted',
  'live',
] as const

/**
 * The times of start-up events, ms since the spawn. `frame`: the first paint; `painted`: the paint that shows the heading, or the
 * first rows; `typed`: the email field took a key; `live`: what only works once the page has started works, or a row that only the
 * fresh list has is painted, and main has answered a request.
 */
export type Marks = Record<(typeof MARKS)[number], number> & { typed?: number }

/**
 * The first screen of a start: sign-in, or the list of sessions. `came` is a part of the name of a session that only the fresh list
 * has; left out, any row counts.
 */
export type Screen = { name: 'signIn' } | { name: 'list'; came?: string }

/** Starts the app or the bare window without Playwright; resolves once its screen is live, with the times of its start. */
export async function startTimed(
  harness: BenchHarness,
  what: 'app' | 'bare',
  profile: string,
  screen: Screen,
) {
  const { runtime, desktop, service, folders } = harness
  const args = ['-r', START_TIMING, folders[what], `--user-data-dir=${profile}`, ...desktop.switches]
  // Read by `watch-page.cjs`.
  const watched = {
    came: '',
    ...screen,
    request: what === 'app' ? ['request', 'appState:get'] : ['echo'],
  }
  const askedAt = performance.timeOrigin + performance.now()
  const helper = startHelper(runtime.path, [...args, `--server=${service.baseUrl}`], {
    env: { ...desktop.env, BENCH_SCREEN: JSON.stringify(watched) },
  })
  const marks: Partial<Marks> = {}
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () =>
        reject(new Error(`${what} did not become live ${JSON.stringify(marks)} ${JSON.stringify(screen)}`)),
      TIMEOUT_MS,
    )
    const lines = createInterface(helper.child.stdout!)
    lines.on('line', (line) => {
      if (!line.startsWith('{"what"')) return
      const { what: mark, at } = JSON.parse(line) as { what: keyof Marks; at: number }
      marks[mark] ??= at - askedAt
      const isDone = marks.live !== undefined && (screen.name === 'list' || marks.typed !== undefined)
      if (!isDone || marks.painted === undefined || marks.shown === undefined || marks.frame === undefined)
        return
      clearTimeout(timer)
      resolve()
    })
    lines.once('close', () => reject(new Error(`${what} ended before it was live`)))
  })
  try {
    await ready
  } catch (error) {
    await helper.stop()
    throw error
  }
  const missing = MARKS.filter((mark) => marks[mark] === undefined)
  if (missing.length > 0) throw new Error(`${what} was never seen: ${missing.join(', ')}`)
  const complete = marks as Marks
  // What is not painted yet is of no use to a person.
  const atLeastPainted = (at: number): number => Math.max(at, complete.painted)
  const typed = complete.typed === undefined ? {} : { typed: atLeastPainted(complete.typed) }
  return {
    pid: helper.pid,
    marks: { ...complete, live: atLeastPainted(complete.live), ...typed },
    stop: helper.stop,
  }
}
