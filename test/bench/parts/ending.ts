import { END } from '../../support/bulk-actions.ts'
import { ANA, type BenchHarness } from '../bench-harness.ts'
import type { Figure } from '../figure.ts'
import { AT_ONCE, callFromNode, endByApp, endByCalls, type EndCalls } from './ends.ts'

const CALL_MS = 20
const CONTROL_CALLS = 200
const idealMs = (calls: number): number => (calls / AT_ONCE) * CALL_MS

/** Ends all others at 20 ms a call: the time from the first request to the last reply, over the ideal of four at a time. */
export async function measureEnding(harness: BenchHarness): Promise<Figure[]> {
  const { service } = harness
  const others = service.state.sessionsOf(ANA.email).length
  service.faults.add({ kind: 'delay', ms: CALL_MS, endpoint: END })
  const byCalls = async (end: (calls: EndCalls) => Promise<unknown>): Promise<number> =>
    (await endByCalls(service, service.baseUrl, CONTROL_CALLS, CALL_MS, end)) / idealMs(CONTROL_CALLS)
  const control = await byCalls(callFromNode)
  const bare = await byCalls((calls) => callFromBare(harness, calls))
  const took = await endByApp(harness, service, CALL_MS).finally(service.faults.clear)
  const ideal = idealMs(others)
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

/** Makes the calls over Chromium's network stack without the app: each write over a fresh connection. */
function callFromBare(harness: BenchHarness, calls: EndCalls): Promise<void> {
  return harness.withApp('bare', (_page, bare) =>
    bare.inMain(
      async ({ session }, { atOnce, url, headers, ids }) => {
        // Not a named function, which the loader of these files would wrap in a call.
        await Promise.all(
          Array.from({ length: atOnce }, async (_, lane) => {
            const own = session.fromPartition(`lane ${lane}`, { cache: false })
            for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
              await own.closeAllConnections()
              const answer = await own.fetch(`${url}/${id}`, { method: 'DELETE', headers })
              await answer.arrayBuffer()
            }
          }),
        )
      },
      { ...calls, atOnce: AT_ONCE },
    ),
  )
}
