import { setTimeout as sleep } from 'node:timers/promises'
import type { Figure } from '../figure.ts'
import { costOf } from '../processes.ts'
import type { BenchHarness } from '../bench-harness.ts'
import { startTimed } from '../timed-start.ts'

const SETTLING_MS = 5_000

/** The idle states, in the order in which `start-timing.cjs` enters them, one with each signal. */
const STATES = ['focused', 'hidden', 'in the tray'] as const

/**
 * The idle cost of the app: focused, hidden and in the tray, beside a visible bare window. Without
 * Playwright, because with it a hidden page keeps drawing 60 frames a second.
 */
export async function measureIdle(harness: BenchHarness, seconds: number): Promise<Figure[]> {
  const profile = harness.newProfile()
  await harness.signInOn(profile)
  const app = await startTimed(harness, 'app', profile, { name: 'list' })
  const bare = await startTimed(harness, 'bare', harness.newProfile(), { name: 'signIn' })
  const figures: Figure[] = []
  try {
    for (const state of STATES) {
      process.kill(app.pid, 'SIGUSR2')
      await sleep(SETTLING_MS)
      harness.service.clearRequests()
      const before = await Promise.all([costOf(app.pid), costOf(bare.pid)])
      await sleep(seconds * 1_000)
      const after = await Promise.all([costOf(app.pid), costOf(bare.pid)])
      const spent = (one: 0 | 1, kind: 'cpu' | 'sleeps'): number => after[one][kind] - before[one][kind]
      figures.push(
        {
          what: `${state}, CPU`,
          value: spent(0, 'cpu') / seconds / 10,
          unit: '% of a core',
          control: spent(1, 'cpu') / seconds / 10,
          ...(state === 'in the tray' ? { budget: 0.2 } : {}),
        },
        {
          what: `${state}, wake-ups`,
          value: spent(0, 'sleeps') / seconds,
          unit: 'wake-ups/s',
          control: spent(1, 'sleeps') / seconds,
        },
        { what: `${state}, in ${seconds} s`, value: harness.service.requests.length, unit: 'requests' },
      )
    }
  } finally {
    await Promise.all([app.stop(), bare.stop()])
  }
  return figures
}
