import type { Page } from '@playwright/test'
import type { Bridge } from '../../../electron/shared/bridge.ts'
import type { Figure } from '../figure.ts'
import { medianRatio, percentile, median } from '../statistics.ts'
import type { BenchHarness } from '../bench-harness.ts'

const ROUNDS = 25
const CALLS = 200

/** The time of a call through the bridge beside a raw echo of the bare window; measured in turns, with all windows open. */
export async function measureIpc(harness: BenchHarness): Promise<Figure[]> {
  const apps = [
    await harness.launch('app', harness.newProfile()),
    await harness.launch('bare', harness.newProfile()),
    await harness.launch('bare', harness.newProfile()),
  ]
  try {
    const [app, bare, control] = (await Promise.all(
      apps.map((subject) => subject.electron.firstWindow()),
    )) as [Page, Page, Page]
    await app.getByRole('heading', { name: 'Sign in' }).waitFor()
    const taken = { app: [] as Block[], bare: [] as Block[], control: [] as Block[] }
    for (let round = 0; round <= ROUNDS; round++) {
      const blocks = {
        app: await app.evaluate(callBridge, CALLS),
        bare: await bare.evaluate(callEcho, CALLS),
        control: await control.evaluate(callEcho, CALLS),
      }
      if (round === 0) continue
      for (const subject of ['app', 'bare', 'control'] as const) taken[subject].push(blocks[subject])
    }
    const each = (subject: keyof typeof taken): number[] => taken[subject].map(({ all }) => all / CALLS)
    const p99 = (subject: keyof typeof taken): number =>
      percentile(
        taken[subject].flatMap(({ single }) => single),
        0.99,
      )
    return [
      {
        what: 'a call over a raw echo',
        value: medianRatio(each('app'), each('bare')),
        unit: '×',
        control: medianRatio(each('control'), each('bare')),
        budget: 1.5,
      },
      { what: 'a call', value: median(each('app')), unit: 'ms', control: median(each('control')) },
      { what: 'p99, to 0.1 ms', value: p99('app'), unit: 'ms', control: p99('control') },
    ]
  } finally {
    await Promise.all(apps.map((subject) => subject.evidence()))
  }
}

/** The time of a block of calls, and of each call, ms: a page's clock has steps of 0.1 ms, so only the block is exact. */
interface Block {
  all: number
  single: number[]
}

async function callBridge(calls: number): Promise<Block> {
  const { sessionDesk } = window as unknown as { sessionDesk: Bridge }
  const single: number[] = []
  const begin = performance.now()
  for (let call = 0; call < calls; call++) {
    const at = performance.now()
    await sessionDesk.invoke('deepLink:take')
    single.push(performance.now() - at)
  }
  return { all: performance.now() - begin, single }
}

async function callEcho(calls: number): Promise<Block> {
  const { bare } = window as unknown as { bare: { echo(payload: unknown): Promise<unknown> } }
  const single: number[] = []
  const begin = performance.now()
  for (let call = 0; call < calls; call++) {
    const at = performance.now()
    await bare.echo(null)
    single.push(performance.now() - at)
  }
  return { all: performance.now() - begin, single }
}
