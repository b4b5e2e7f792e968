import { setTimeout as sleep } from 'node:timers/promises'
import type { Figure } from '../figure.ts'
import { costOf, type Cost } from '../processes.ts'
import { median, medianRatio } from '../statistics.ts'
import type { BenchHarness } from '../bench-harness.ts'
import { startTimed } from '../timed-start.ts'

const SUBJECTS = ['signIn', 'list', 'bare', 'control'] as const
const ROUNDS = 3
/** The wait after a start, while the page frees start-up memory. */
const SETTLING_MS = 4_000

/** The memory and the processes of the app at sign-in and with the list, beside a bare window. */
export async function measureMemory(harness: BenchHarness): Promise<Figure[]> {
  const signedInProfile = harness.newProfile()
  await harness.signInOn(signedInProfile)
  const taken: Record<(typeof SUBJECTS)[number], Cost[]> = { signIn: [], list: [], bare: [], control: [] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const subject of SUBJECTS) {
      const isApp = subject === 'signIn' || subject === 'list'
      const profile = subject === 'list' ? signedInProfile : harness.newProfile()
      const started = await startTimed(harness, isApp ? 'app' : 'bare', profile, {
        name: subject === 'list' ? 'list' : 'signIn',
      })
      await sleep(SETTLING_MS)
      taken[subject].push(await costOf(started.pid))
      await started.stop()
    }
  }
  const of = (subject: (typeof SUBJECTS)[number], kind: 'pss' | 'processes'): number[] =>
    taken[subject].map((cost) => cost[kind])
  return (['signIn', 'list'] as const).flatMap((subject): Figure[] => {
    const screen = subject === 'signIn' ? 'sign-in' : 'list'
    return [
      {
        what: `${screen}, PSS over bare`,
        value: medianRatio(of(subject, 'pss'), of('bare', 'pss')),
        unit: '×',
        control: medianRatio(of('control', 'pss'), of('bare', 'pss')),
        budget: subject === 'signIn' ? 1.1 : 1.18,
      },
      {
        what: `${screen}, PSS`,
        value: median(of(subject, 'pss')),
        unit: 'MB',
        control: median(of('control', 'pss')),
      },
      {
        what: screen,
        value: median(of(subject, 'processes')),
        unit: 'processes',
        control: median(of('control', 'processes')),
      },
    ]
  })
}
