import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startHelper } from '../support/process/helper.ts'
import type { BenchHarness } from './bench-harness.ts'

const START_TIMING = fileURLToPath(new URL('start-timing.cjs', import.meta.url))
const PATIENCE_MS = 60_000
const MARKS = ['processMade', 'nodeReady', 'codeLoaded', 'ready', 'windowMade', 'painted', 'usable'] as const

/** The times of start-up events, ms since the spawn. */
export type Marks = Record<(typeof MARKS)[number], number>

/** A running process and the times of its start. */
export interface TimedStart {
  pid: number
  marks: Marks
  stop(): Promise<void>
}

/** Functions that run in the page and tell whether a screen is usable: its field accepts input, or its live list is shown. */
export const USABLE = {
  signIn: `() => {
    const field = document.querySelector('input[type=email]')
    if (!field || field.disabled || field.readOnly) return false
    field.focus()
    return document.execCommand('insertText', false, 'a') && field.value.endsWith('a')
  }`,
  list: `() => document.querySelector('table:not([inert]) tr[data-session]') !== null`,
}

/** Starts the app or the bare window without Playwright; resolves once its screen is usable. */
export async function startTimed(
  harness: BenchHarness,
  what: 'app' | 'bare',
  profile: string,
  usable: keyof typeof USABLE,
): Promise<TimedStart> {
  const { runtime, desktop, service, folders } = harness
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const args = [
    '-r',
    START_TIMING,
    folders[what],
    `--user-data-dir=${profile}`,
    ...desktop.switches,
    ...sandbox,
  ]
  const askedAt = performance.timeOrigin + performance.now()
  const helper = startHelper(runtime.path, [...args, `--server=${service.baseUrl}`], {
    env: { ...desktop.env, BENCH_USABLE: USABLE[usable] },
  })
  const marks: Partial<Marks> = {}
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${what} did not become usable`)), PATIENCE_MS)
    const lines = createInterface(helper.child.stdout!)
    lines.on('line', (line) => {
      if (!line.startsWith('{"what"')) return
      const { what: mark, at } = JSON.parse(line) as { what: keyof Marks; at: number }
      marks[mark] ??= at - askedAt
      if (mark !== 'usable') return
      clearTimeout(timer)
      resolve()
    })
    lines.once('close', () => reject(new Error(`${what} ended before it was usable`)))
  })
  try {
    await ready
  } catch (error) {
    await helper.stop()
    throw error
  }
  const missing = MARKS.filter((mark) => marks[mark] === undefined)
  if (missing.length > 0) throw new Error(`${what} was never seen: ${missing.join(', ')}`)
  return { pid: helper.pid, marks: marks as Marks, stop: helper.stop }
}
