import { Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent, request } from 'node:https'
import type { PracticeService } from '../../service/start.ts'
import { END, revokeAll } from '../../support/bulk-actions.ts'
import { openSessions } from '../../support/page-actions.ts'
import { ANA, type BenchHarness } from '../bench-harness.ts'

/** The number of ends that are under way at once. */
export const AT_ONCE = 4

/** The calls of another device of Ana that end sessions. */
export interface EndCalls {
  /** Of the sessions; an id follows. */
  url: string
  headers: Record<string, string>
  ids: number[]
}

/** Signs Ana in with the app and ends all her other sessions; ms from the first request that arrives to the last reply. */
export async function endByApp(
  harness: BenchHarness,
  service: PracticeService,
  callMs: number,
  args?: readonly string[],
): Promise<number> {
  const others = service.state.sessionsOf(ANA.email).length
  service.clearRequests()
  await harness.withApp(
    'app',
    async (page) => {
      await openSessions(page, ANA)
      await revokeAll(page, others)
      await page.getByText(`Ended ${others.toLocaleString('en')} sessions`).waitFor({ timeout: 120_000 })
    },
    args && { args },
  )
  return tookFor(service, callMs)
}

/** The same for so many new sessions, ended by `end`; they end at `baseUrl`, and the other device's own session afterwards. */
export async function endByCalls(
  service: PracticeService,
  baseUrl: string,
  count: number,
  callMs: number,
  end: (calls: EndCalls) => Promise<unknown>,
): Promise<number> {
  const { id: own, token } = service.state.addSession(ANA.email)
  const ids = Array.from({ length: count }, () => service.state.addSession(ANA.email).id)
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  service.clearRequests()
  await end({ url: `${baseUrl}/auth/sessions`, headers, ids })
  service.state.revokeSession(own)
  return tookFor(service, callMs)
}

/** Makes the calls from plain Node, over connections that it keeps, trusting `certificate` for HTTPS. */
export async function callFromNode(
  { url, headers, ids }: EndCalls,
  certificate: string | null = null,
): Promise<void> {
  const options = { keepAlive: true, maxSockets: AT_ONCE }
  const agent = certificate === null ? new PlainAgent(options) : new Agent({ ...options, ca: certificate })
  const send = certificate === null ? plainRequest : request
  const end = (id: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const sent = send(`${url}/${id}`, { method: 'DELETE', agent, headers })
      sent.once('response', (reply) => reply.resume().once('end', resolve))
      sent.once('error', reject).end()
    })
  await Promise.all(ids.map(end))
  agent.destroy()
}

function tookFor({ requests }: PracticeService, callMs: number): number {
  const arrived = requests.filter(({ endpoint }) => endpoint === END).map(({ at }) => at)
  return Math.max(...arrived) - Math.min(...arrived) + callMs
}
