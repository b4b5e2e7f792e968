import { END, revokeAll } from '../../support/bulk-actions.ts'
import { waitForSessions, signIn } from '../../support/page-actions.ts'
import type { Figure } from '../figure.ts'
import { ANA, type BenchHarness } from '../bench-harness.ts'

const CALL_MS = 20
const AT_ONCE = 4
const CONTROL_CALLS = 200

/** Ends all others at 20 ms a call: the time from the first request to the last reply, over the ideal of four at a time. */
export async function measureEnding(harness: BenchHarness): Promise<Figure[]> {
  const { service } = harness
  const others = service.state.sessionsOf(ANA.email).length
  service.faults.add({ kind: 'delay', ms: CALL_MS, endpoint: END })
  const control = await endWithoutApp(harness)
  const bare = await endFromBare(harness)
  service.clearRequests()
  const app = await harness.launch('app', harness.newProfile())
  try {
    const page = await app.window()
    await signIn(page, ANA)
    await waitForSessions(page)
    await revokeAll(page, others)
    await page.getByText(`Ended ${others.toLocaleString('en')} sessions`).waitFor({ timeout: 120_000 })
  } finally {
    await app.evidence()
    service.faults.clear()
  }
  const arrived = service.requests.filter(({ endpoint }) => endpoint === END).map(({ at }) => at)
  const took = Math.max(...arrived) - Math.min(...arrived) + CALL_MS
  const ideal = (others / AT_ONCE) * CALL_MS
  return [
    {
      what: `${others} ended, over the ideal ${ideal / 1_000} s`,
      value: took / ideal,
      unit: '×',
      control,
      budget: 1.25,
    },
    { what: 'the same calls from a bare app, each over a new connection', value: bare, unit: '×', control },
    { what: `${others} ended`, value: took, unit: 'ms' },
  ]
}

/** The same calls from this process, over their ideal: the cost of the service and the computer. */
async function endWithoutApp(harness: BenchHarness): Promise<number> {
  return overIdeal(harness, async ({ baseUrl, token, ids }) => {
    const at = performance.now()
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
          const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
          const answer = await fetch(`${baseUrl}/auth/sessions/${id}`, { method: 'DELETE', headers })
          await answer.arrayBuffer()
        }
      }),
    )
    return performance.now() - at
  })
}

/** The same calls over Chromium's network stack without the app: each write over a fresh connection. */
async function endFromBare(harness: BenchHarness): Promise<number> {
  const bare = await harness.launch('bare', harness.newProfile())
  try {
    await bare.electron.firstWindow()
    return await overIdeal(harness, (calls) =>
      bare.inMain(
        async ({ session }, { atOnce, baseUrl, token, ids }) => {
          const at = performance.now()
          await Promise.all(
            Array.from({ length: atOnce }, async (_, lane) => {
              const own = session.fromPartition(`lane ${lane}`, { cache: false })
              for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
                await own.closeAllConnections()
                const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
                const answer = await own.fetch(`${baseUrl}/auth/sessions/${id}`, {
                  method: 'DELETE',
                  headers,
                })
                await answer.arrayBuffer()
              }
            }),
          )
          return performance.now() - at
        },
        { ...calls, atOnce: AT_ONCE },
      ),
    )
  } finally {
    await bare.evidence()
  }
}

interface Calls {
  baseUrl: string
  token: string
  ids: number[]
}

/** The time that ending sessions takes, over the ideal; ends the sessions of another device too. */
async function overIdeal({ service }: BenchHarness, end: (calls: Calls) => Promise<number>): Promise<number> {
  const { token } = service.state.addSession(ANA.email)
  const ids = Array.from({ length: CONTROL_CALLS }, () => service.state.addSession(ANA.email).id)
  const took = await end({ baseUrl: service.baseUrl, token, ids })
  const [own] = service.state.sessionsOf(ANA.email).slice(-1)
  if (own) service.state.revokeSession(own.id)
  return took / ((CONTROL_CALLS / AT_ONCE) * CALL_MS)
}
