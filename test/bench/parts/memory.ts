import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchHarness } from '../bench-harness.ts'
import { compared, type Figure } from '../figure.ts'
import { costOf, type Cost } from '../processes.ts'
import { median } from '../statistics.ts'
import { startTimed } from '../timed-start.ts'

const SUBJECTS = ['signIn', 'list', 'bare', 'control'] as const
type Subject = (typeof SUBJECTS)[number]
const ROUNDS = 3
/** The wait after a start, while the page frees start-up memory. */
const SETTLING_MS = 4_000

/** The memory and the processes of the app at sign-in and with the list, beside a bare window. */
export async function measureMemory(harness: BenchHarness): Promise<Figure[]> {
  const signedInProfile = harness.newProfile()
  await harness.signInOn(signedInProfile)
  const taken: Record<Subject, Cost[]> = { signIn: [], list: [], bare: [], control: [] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const subject of SUBJECTS) {
      const isApp = subject === 'signIn' || subject === 'list'
      const profile = subject === 'list' ? signedInProfile : harness.newProfile()
      const screen = { name: subject === 'list' ? 'list' : 'signIn' } as const
      const started = await startTimed(harness, isApp ? 'app' : 'bare', profile, screen)
      await sleep(SETTLING_MS)
      taken[subject].push(await costOf(started.pid))
      await started.stop()
    }
  }
  const of = (subject: Subject, kind: 'pss' | 'processes'): number[] =>
    taken[subject].map((cost) => cost[kind])
  const [beside, control] = [of('bare', 'pss'), of('control', 'pss')]
  const processes = median(of('control', 'processes'))
  const figuresOf = (screen: string, subject: Subject, budget: number): Figure[] => [
    ...compared([`${screen}, PSS`, 'bare'], 'MB', { values: of(subject, 'pss'), beside, control }, budget),
    { what: screen, value: median(of(subject, 'processes')), unit: 'processes', control: processes },
  ]
  return [...figuresOf('sign-in', 'signIn', 1.1), ...figuresOf('list', 'list', 1.18)]
}
