import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { REQUEST_NAMES } from '../electron/ipc/requests-harness.ts'
import type { TestApp } from '../support/app.ts'
import { scanForSecrets } from '../support/checks/secrets.ts'
import { waitForSessions } from '../support/page-actions.ts'
import { ANA, enter, test } from './fixture.ts'
import { flood, RAW_PRELOAD, type FloodAnswer, type FloodPlan } from './ipc/flood.ts'
import { ABOUT_NOTHING, FITTING, NO_REQUESTS, SAMPLES } from './ipc/samples.ts'
import { runForeignPage } from './ipc/foreign-pages.ts'
import { inMB, measureMain } from './main-memory.ts'
import { report } from './report.ts'
import { randomFrom } from '../support/random.ts'
import { IS_FULL, scale, SEED } from './scale.ts'

const CALLS = scale({ full: 100_000, small: 2_000 })
const BATCH = 2_000
/** The allowed growth of main's memory after any number of calls, bytes: a bound for a leak, not a budget. */
const MAX_GROWTH = 8_000_000

test('foreign and malformed IPC calls', async ({ app, service, desktop, tolerate }) => {
  test.setTimeout(IS_FULL ? 900_000 : 60_000)
  // Electron writes every rejection of a handler to standard error.
  tolerate.errors(/Error occurred in handler|Refused: |No handler registered/)
  // Foreign pages: without the app's policy, or without its bridge.
  tolerate.errors(/Insecure Content-Security-Policy|reading 'on'|Refused to frame|Failed to load/)
  const page = await enter(app)
  const token = service.requests.findLast(({ bearer }) => bearer !== null)?.bearer ?? ''
  const sessionDesk = await page.evaluate(() => window.sessionDesk.invoke('appState:get'))
  await keepNoConsoleArguments(app)
  const before = await measureMain(app)

  const random = randomFrom(SEED)
  const answers: (FloodAnswer & { from: string })[] = []
  const keep = (from: string, some: FloodAnswer[]): void =>
    void answers.push(...some.map((answer) => ({ ...answer, from })))
  const planned = (kind: FloodPlan['kind'], channels: readonly string[], calls: number): FloodPlan => {
    const seed = Math.floor(random() * 2 ** 31)
    return { from: 'page', kind, samples: SAMPLES, fitting: FITTING, channels, calls, atOnce: [], seed }
  }
  for (const [kind, channels, share] of [
    ['malformed', REQUEST_NAMES, 0.6],
    ['noRequest', NO_REQUESTS, 0.1],
    ['wellFormed', ABOUT_NOTHING, 0.05],
  ] as const) {
    for (let left = CALLS * share; left > 0; left -= BATCH) {
      keep(kind, await page.evaluate(flood, planned(kind, channels, Math.min(left, BATCH))))
    }
  }

  const rawPreload = join(desktop.folder, 'raw-preload.cjs')
  await writeFile(rawPreload, RAW_PRELOAD)
  const everything = [...REQUEST_NAMES, ...NO_REQUESTS]
  const eighth = Math.ceil((CALLS * 0.25) / 8)
  for (const kind of ['wellFormed', 'raw'] as const) {
    for (const session of ['ours', 'other'] as const) {
      for (const from of ['page', 'frame'] as const) {
        const atOnce = kind === 'raw' && session === 'ours' && from === 'page' ? everything : []
        const plan = planned(kind, kind === 'raw' ? everything : REQUEST_NAMES, eighth)
        const found = await runForeignPage(app, {
          preload: kind === 'raw' ? rawPreload : 'ours',
          url: session === 'ours' ? 'app://session-desk/' : `${service.origin}/`,
          session,
          work: flood.toString(),
          plan: { ...plan, from, atOnce },
        })
        keep(`a ${from} of ${session} origin, ${kind}`, found)
      }
    }
  }

  // A frame that the page creates has no bridge.
  const bridged = await page.evaluate(() => {
    const frames = ['', 'srcdoc', 'about:blank', 'app://session-desk/'].map((kind) => {
      const frame = document.createElement('iframe')
      if (kind === 'srcdoc') frame.setAttribute('sandbox', 'allow-same-origin allow-scripts')
      else if (kind !== '') frame.src = kind
      document.body.append(frame)
      return frame
    })
    const found = frames.filter(({ contentWindow }) => {
      try {
        return contentWindow !== null && ('sessionDesk' in contentWindow || 'raw' in contentWindow)
      } catch {
        return false
      }
    })
    for (const frame of frames) frame.remove()
    return found.length
  })

  const after = await measureMain(app)
  const stateAfter = await page.evaluate(() => window.sessionDesk.invoke('appState:get'))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await waitForSessions(page)
  const state = await app.inMain(() => ({ polluted: 'polluted' in {} || 'ok' in {} }))
  const secrets = await scanForSecrets({
    texts: { answers: JSON.stringify(answers) },
    canaries: { password: ANA.password, token, secret: token.split('|')[1] ?? '' },
  })
  const writes = service.requests.filter(({ method }) => method !== 'GET').slice(1)

  const sum = (some: typeof answers): number => some.reduce((total, { times }) => total + times, 0)
  const about = answers.filter(({ from }) => from === 'wellFormed')
  const rest = answers.filter(({ from }) => from !== 'wellFormed')
  const say = ({ from, how, example, text }: (typeof answers)[number]): string =>
    `${from}, ${how}: ${example.slice(0, 120)} -> ${text.slice(0, 200)}`
  const violations = [
    ...rest.filter(({ how }) => how !== 'refused').map(say),
    ...about.filter(({ how }) => how !== 'failure').map(say),
    ...secrets.map(({ canary, encoding }) => `${canary} in an answer (${encoding})`),
    ...(bridged > 0 ? [`${bridged} frames of our page have a bridge`] : []),
    ...(isDeepStrictEqual(stateAfter, sessionDesk) ? [] : ['the settings or accounts were changed']),
    ...(state.polluted ? ["main's Object.prototype was changed"] : []),
    ...writes.map(({ endpoint }) => `the service was asked ${endpoint}`),
    ...(after.heapBytes - before.heapBytes > MAX_GROWTH
      ? [`main grew by ${inMB(after.heapBytes - before.heapBytes)} MB`]
      : []),
  ]
  await report(
    {
      part: 'foreign and malformed IPC calls',
      figures: {
        calls: sum(rest),
        accepted: sum(rest.filter(({ how }) => how !== 'refused')),
        'MB in main before': inMB(before.heapBytes),
        'MB after': inMB(after.heapBytes),
      },
      violations,
    },
    { 'well-formed calls about nothing, all failures': sum(about), 'kinds of answer': answers.length },
  )
})

/** Playwright's debugger keeps every object that is written to main's console, as Electron writes each refusal. */
function keepNoConsoleArguments(app: TestApp): Promise<void> {
  return app.inMain(() => {
    const { format } = process.getBuiltinModule('node:util')
    console.error = (...all: unknown[]) => void process.stderr.write(`${format(...all)}\n`)
  })
}
