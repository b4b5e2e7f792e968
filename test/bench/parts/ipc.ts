import type { Page } from '@playwright/test'
import type { Bridge } from '../../../electron/contract/bridge.ts'
import type { Figure } from '../figure.ts'
import { medianRatio, percentile, median } from '../statistics.ts'
import type { Stage } from '../stage.ts'

const ROUNDS = 25
const CALLS = 200

/** A call through the bridge, checked and answered by main, beside a raw echo of the bare window; in turn, all open. */
export async function measureIpc(stage: Stage): Promise<Figure[]> {
  const apps = [
    await stage.launch('app', stage.newProfile()),
    await stage.launch('bare', stage.newProfile()),
    await stage.launch('bare', stage.newProfile()),
  ]
  try {
    const [app, bare, control] = (await Promise.all(apps.map((one) => one.window()))) as [Page, Page, Page]
    await app.getByRole('heading', { name: 'Sign in' }).waitFor()
    const taken = { app: [] as number[][], bare: [] as number[][], control: [] as number[][] }
    for (let round = 0; round <= ROUNDS; round++) {
      const times = {
        app: await app.evaluate(callBridge, CALLS),
        bare: await bare.evaluate(callEcho, CALLS),
        control: await control.evaluate(callEcho, CALLS),
      }
      if (round === 0) continue
      for (const subject of ['app', 'bare', 'control'] as const) taken[subject].push(times[subject])
    }
    const ratio = (subject: 'app' | 'control', of: (sample: number[]) => number): number =>
      medianRatio(taken[subject].map(of), taken.bare.map(of))
    const p99 = (sample: number[]): number => percentile(sample, 0.99)
    return [
      {
        what: 'median call over a raw echo',
        value: ratio('app', median),
        unit: '×',
        control: ratio('control', median),
        budget: 1.5,
      },
      { what: 'p99 over a raw echo', value: ratio('app', p99), unit: '×', control: ratio('control', p99) },
      {
        what: 'median call',
        value: median(taken.app.flat()),
        unit: 'ms',
        control: median(taken.control.flat()),
      },
      { what: 'p99', value: p99(taken.app.flat()), unit: 'ms', control: p99(taken.control.flat()) },
    ]
  } finally {
    await Promise.all(apps.map((one) => one.evidence()))
  }
}

async function callBridge(calls: number): Promise<number[]> {
  const { desk } = window as unknown as { desk: Bridge }
  const times: number[] = []
  for (let call = 0; call < calls; call++) {
    const at = performance.now()
    await desk.ask('link:take')
    times.push(performance.now() - at)
  }
  return times
}

async function callEcho(calls: number): Promise<number[]> {
  const { bare } = window as unknown as { bare: { echo(payload: unknown): Promise<unknown> } }
  const times: number[] = []
  for (let call = 0; call < calls; call++) {
    const at = performance.now()
    await bare.echo(null)
    times.push(performance.now() - at)
  }
  return times
}
