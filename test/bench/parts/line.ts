import { createHash, X509Certificate } from 'node:crypto'
import { startPracticeService } from '../../service/start.ts'
import { seed } from '../../support/page-actions.ts'
import { ANA, type BenchHarness } from '../bench-harness.ts'
import type { Figure } from '../figure.ts'
import { startSlowLine } from '../slow-line.ts'
import { AT_ONCE, callFromNode, endByApp, endByCalls } from './ends.ts'

const WAY_MS = 50
const ENDS = 200
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
    const { certificate } = service
    const line = await startSlowLine(Number(new URL(service.origin).port), WAY_MS)
    const far = new URL(service.baseUrl)
    far.port = String(line.port)
    try {
      await service.state.addUser({ ...ANA, name: 'Ana' })
      const control = await endByCalls(service, far.href, ENDS, 2 * WAY_MS, (calls) =>
        callFromNode(calls, certificate),
      )
      seed(service, ANA.email, ENDS)
      const args = [`--server=${far.href}`, ...trusting(certificate)]
      const took = await endByApp(harness, service, 2 * WAY_MS, args)
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

/** The switch that makes Chromium trust this certificate alone (an unpackaged app keeps it). */
function trusting(certificate: string | null): string[] {
  if (certificate === null) return []
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })
  return [`--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`]
}
