import { createHash, X509Certificate } from 'node:crypto'
import { Agent, request } from 'node:https'
import { Agent as PlainAgent, request as plainRequest } from 'node:http'
import { startPracticeService, type PracticeService } from '../../service/start.ts'
import { END, revokeAll } from '../../support/bulk-actions.ts'
import { seed, signIn, waitForSessions } from '../../support/page-actions.ts'
import type { Figure } from '../figure.ts'
import { ANA, type BenchHarness } from '../bench-harness.ts'
import { startSlowLine } from '../slow-line.ts'

const WAY_MS = 50
const ENDS = 200
const AT_ONCE = 4
/** Four round trips at once, on connections that are open already. */
const IDEAL_MS = (ENDS / AT_ONCE) * 2 * WAY_MS

/**
 * Ends 200 sessions over a line of 50 ms each way, by HTTP and by HTTPS: from the first request to the last reply, over
 * the ideal. The control is plain Node on four connections that it keeps.
 */
export async function measureLine(harness: BenchHarness): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const tls of [false, true]) {
    const service = await startPracticeService({ tls })
    const line = await startSlowLine(Number(new URL(service.origin).port), WAY_MS)
    const far = new URL(service.baseUrl)
    far.port = String(line.port)
    try {
      await service.state.addUser({ ...ANA, name: 'Ana' })
      const control = await endFromNode(service, far)
      const took = await endFromApp(harness, service, far)
      const what = `${ENDS} ended by ${tls ? 'HTTPS' : 'HTTP'}, ${WAY_MS} ms each way`
      figures.push(
        {
          what: `${what}, over the ideal ${IDEAL_MS / 1_000} s`,
          value: took / IDEAL_MS,
          unit: '×',
          control: control / IDEAL_MS,
          budget: 1.2,
        },
        { what, value: took, unit: 'ms', control },
      )
    } finally {
      await line.stop()
      await service.close()
    }
  }
  return figures
}

/** From the first request that arrived to the last reply, ms. */
function tookFor(service: PracticeService): number {
  const arrived = service.requests.filter(({ endpoint }) => endpoint === END).map(({ at }) => at)
  return Math.max(...arrived) - Math.min(...arrived) + 2 * WAY_MS
}

async function endFromApp(harness: BenchHarness, service: PracticeService, far: URL): Promise<number> {
  seed(service, ANA.email, ENDS)
  service.clearRequests()
  const app = await harness.launch('app', harness.newProfile(), [
    `--server=${far.href}`,
    ...trusting(service.certificate),
  ])
  try {
    const page = await app.window()
    await signIn(page, ANA)
    await waitForSessions(page)
    await revokeAll(page, ENDS)
    await page.getByText(`Ended ${ENDS} sessions`).waitFor({ timeout: 120_000 })
  } finally {
    await app.evidence()
  }
  return tookFor(service)
}

/** The switch that makes Chromium trust this certificate alone (an unpackaged app keeps it). */
function trusting(certificate: string | null): string[] {
  if (certificate === null) return []
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })
  return [`--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`]
}

/** Ends as many sessions of Ana from this process; another device of hers, which ends too, makes the calls. */
async function endFromNode(service: PracticeService, far: URL): Promise<number> {
  const { id: own, token } = service.state.addSession(ANA.email)
  const ids = Array.from({ length: ENDS }, () => service.state.addSession(ANA.email).id)
  const options = { keepAlive: true, maxSockets: AT_ONCE }
  const isPlain = service.certificate === null
  const agent = isPlain ? new PlainAgent(options) : new Agent({ ...options, ca: service.certificate })
  const end = (id: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const outgoing = (isPlain ? plainRequest : request)(
        `${far.href}/auth/sessions/${id}`,
        {
          method: 'DELETE',
          agent,
          headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        },
        (reply) => reply.resume().once('end', resolve),
      )
      outgoing.once('error', reject).end()
    })
  service.clearRequests()
  await Promise.all(ids.map(end))
  agent.destroy()
  service.state.revokeSession(own)
  return tookFor(service)
}
