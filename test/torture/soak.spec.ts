import { readdir } from 'node:fs/promises'
import type { TestApp } from '../support/app.ts'
import { waitForSessions } from '../support/page-actions.ts'
import { ANA, enter, expect, test } from './fixture.ts'
import { inMB, measureMain } from './main-memory.ts'
import { report } from './report.ts'
import { IS_FULL, scale } from './scale.ts'

const RENEWALS = scale({ full: 2_000, small: 20 })
const LISTS = scale({ full: 20_000, small: 200 })
/** The number of rounds; the first is the baseline. */
const ROUNDS = 10
/**
 * The allowed growth of main's data after the first round, beside what a renewal adds: its entry in the history, of which 3,000
 * are kept, and the identity of its session. In the full run only: a short one is all warm-up.
 */
const MAX_GROWTH = 0.05
const BYTES_A_RENEWAL = 600
/** Connections that are kept for the next call come and go. */
const MOST_MORE_FILES = 10

test('soak', async ({ launch, service }) => {
  test.setTimeout(IS_FULL ? 1_200_000 : 60_000)
  service.state.addSession(ANA.email, { name: 'iPhone' })
  const app = await launch()
  const page = await enter(app)

  const refused = new Map<string, number>()
  const idle = await resourcesOf(app)
  const filesBefore = await openFilesOf(app)
  let first = await measureMain(app)
  for (let round = 1; round <= ROUNDS; round++) {
    const failures = await page.evaluate(soak, { renewals: RENEWALS / ROUNDS, lists: LISTS / ROUNDS })
    for (const failure of failures) refused.set(failure, (refused.get(failure) ?? 0) + 1)
    if (round === 1) first = await measureMain(app)
  }
  const last = await measureMain(app)
  // One of the app's own polls may be running.
  const left = async (): Promise<string[]> => leftOver(idle, await resourcesOf(app))
  await expect
    .poll(left)
    .toEqual([])
    .catch(() => undefined)
  const stillThere = await left()
  const files = await openFilesOf(app)
  await app.quit()

  const renewals = service.countRequests('POST /auth/refresh')
  const again = await launch()
  await waitForSessions(await again.window())
  const refusals = service.requests.filter(({ status }) => status === 401).length
  const expected = first.heapBytes + ((RENEWALS * (ROUNDS - 1)) / ROUNDS) * BYTES_A_RENEWAL
  const growth = last.heapBytes / expected - 1
  const violations = [
    ...[...refused].map(([failure, times]) => `${times} calls failed: ${failure}`),
    ...(renewals === RENEWALS ? [] : [`${renewals} renewals at the service, not ${RENEWALS}`]),
    ...(refusals === 0 ? [] : [`${refusals} calls were refused`]),
    ...(service.state.sessionsOf(ANA.email).length === 2 ? [] : ['a session was left behind or lost']),
    ...(service.countRequests('POST /auth/login') === 1 ? [] : ['the account had to sign in again']),
    ...stillThere,
    ...(files > filesBefore + MOST_MORE_FILES ? [`${files - filesBefore} more files are open`] : []),
    ...(IS_FULL && growth > MAX_GROWTH ? [`main holds ${(growth * 100).toFixed(1)} % more than it may`] : []),
  ]
  await report(
    {
      part: 'soak',
      figures: {
        renewals,
        lists: LISTS,
        'MB in main after a tenth': inMB(first.heapBytes),
        'MB at the end': inMB(last.heapBytes),
        'timers or other handles left': stillThere.length,
      },
      violations,
    },
    {
      'MB resident after a tenth': inMB(first.resident),
      'MB resident at the end': inMB(last.resident),
      connections: new Set(service.requests.map(({ connection }) => connection)).size,
      'files and sockets open before': filesBefore,
      after: files,
    },
  )
})

type Resources = Readonly<Record<string, number>>

function leftOver(before: Resources, after: Resources): string[] {
  return Object.entries(after)
    .filter(([kind, count]) => count > (before[kind] ?? 0))
    .map(([kind, count]) => `${count} of ${kind} at the end, ${before[kind] ?? 0} before`)
}

/** The open files of main and its network process, sockets included; 0 when the system does not report them. */
async function openFilesOf(app: TestApp): Promise<number> {
  const pids = await app.inMain(({ app: own }) => {
    const isNetwork = (name?: string): boolean => name === 'network.mojom.NetworkService'
    const network = own.getAppMetrics().filter(({ serviceName }) => isNetwork(serviceName))
    return [process.pid, ...network.map(({ pid }) => pid)]
  })
  const open = await Promise.all(pids.map((pid) => readdir(`/proc/${pid}/fd`).catch(() => [])))
  return open.flat().length
}

/** The handles that keep main's event loop alive, by kind, when no call is running. */
function resourcesOf(app: TestApp): Promise<Resources> {
  return app.inMain(() => {
    const counts: Record<string, number> = {}
    for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1
    return counts
  })
}

/** Renews and lists in turn, through the bridge; returns the failures. Runs in the page. */
async function soak({ renewals, lists }: { renewals: number; lists: number }): Promise<string[]> {
  const { sessionDesk } = window
  const state = await sessionDesk.invoke('appState:get')
  const accountId = state.ok ? (state.value.activeAccountId ?? '') : ''
  const failures: string[] = []
  const perRenewal = Math.round(lists / renewals)
  for (let renewal = 0; renewal < renewals; renewal++) {
    const renewed = await sessionDesk.invoke('account:renew', { accountId })
    if (!renewed.ok) failures.push(`renewal: ${JSON.stringify(renewed.failure)}`)
    for (let list = 0; list < perRenewal; list++) {
      const listed = await sessionDesk.invoke('session:refresh', { accountId })
      if (!listed.ok) failures.push(`list: ${JSON.stringify(listed.failure)}`)
    }
  }
  return failures
}
