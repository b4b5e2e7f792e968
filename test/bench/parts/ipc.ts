import type { Page } from '@playwright/test'
import type { BenchHarness } from '../bench-harness.ts'
import { compared, type Figure } from '../figure.ts'
import { percentile } from '../statistics.ts'

const ROUNDS = 25
const CALLS = 200

/** The time of a call through the bridge beside a raw echo of the bare window; measured in turns, with all windows open. */
export async function measureIpc(harness: BenchHarness): Promise<Figure[]> {
  return harness.withApp('app', (app) =>
    harness.withApp('bare', (bare) =>
      harness.withApp('bare', async (control) => {
        await app.getByRole('heading', { name: 'Sign in' }).waitFor()
        return compareCalls({ app, bare, control })
      }),
    ),
  )
}

async function compareCalls(pages: Record<'app' | 'bare' | 'control', Page>): Promise<Figure[]> {
  const subjects = ['app', 'bare', 'control'] as const
  const taken = { app: [] as Block[], bare: [] as Block[], control: [] as Block[] }
  for (let round = 0; round <= ROUNDS; round++)
    for (const subject of subjects) {
      const block = await pages[subject].evaluate(call, CALLS)
      if (round > 0) taken[subject].push(block)
    }
  const each = (subject: keyof typeof taken): number[] => taken[subject].map(({ all }) => all / CALLS)
  const p99 = (subject: keyof typeof taken): number => {
    const singles = taken[subject].flatMap(({ single }) => single)
    return percentile(singles, 0.99)
  }
  const samples = { values: each('app'), beside: each('bare'), control: each('control') }
  return [
    ...compared(['a call', 'a raw echo'], 'ms', samples, 1.5),
    { what: 'p99, to 0.1 ms', value: p99('app'), unit: 'ms', control: p99('control') },
  ]
}

/** The time of a block of calls, and of each call, ms: a page's clock has steps of 0.1 ms, so only the block is exact. */
interface Block {
  all: number
  single: number[]
}

/** Calls main through the app's bridge, or that of the bare window. Runs in the page. */
async function call(calls: number): Promise<Block> {
  const { bare, sessionDesk } = window as Partial<Window> & {
    bare?: { echo(payload: unknown): Promise<unknown> }
  }
  const callOnce = bare ? () => bare.echo(null) : () => sessionDesk!.invoke('deepLink:take')
  const single: number[] = []
  const begin = performance.now()
  for (let nth = 0; nth < calls; nth++) {
    const at = performance.now()
    await callOnce()
    single.push(performance.now() - at)
  }
  return { all: performance.now() - begin, single }
}
