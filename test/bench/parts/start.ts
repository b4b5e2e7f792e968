import type { Figure, PartFigures } from '../figure.ts'
import { median, medianRatio } from '../statistics.ts'
import type { BenchHarness } from '../bench-harness.ts'
import { startTimed, type Marks } from '../timed-start.ts'

const SUBJECTS = ['app', 'bare', 'control', 'signedIn'] as const
type Subject = (typeof SUBJECTS)[number]
const STEPS = [
  ['process, Chromium and Node', 'processMade', 'nodeReady'],
  ['loading the code of main', 'nodeReady', 'codeLoaded'],
  ['to ready', 'codeLoaded', 'ready'],
  ['to window created', 'ready', 'windowMade'],
  ['to first paint', 'windowMade', 'painted'],
  ['to usable', 'painted', 'usable'],
] as const

/** Starts the app, a bare window and a second bare window in turn, round after round, and compares within each round. */
export async function measureStart(harness: BenchHarness, rounds: number): Promise<PartFigures[]> {
  const signedInProfile = harness.newProfile()
  await harness.signInOn(signedInProfile)
  const taken: Record<Subject, Marks[]> = { app: [], bare: [], control: [], signedIn: [] }
  for (let round = 0; round <= rounds; round++) {
    for (const subject of SUBJECTS) {
      const isBare = subject === 'bare' || subject === 'control'
      const isSignedIn = subject === 'signedIn'
      const profile = isSignedIn ? signedInProfile : harness.newProfile()
      const started = await startTimed(
        harness,
        isBare ? 'bare' : 'app',
        profile,
        isSignedIn ? 'list' : 'signIn',
      )
      await started.stop()
      // The first round warms up the disk cache and the display.
      if (round > 0) taken[subject].push(started.marks)
    }
  }

  const times = (subject: Subject, mark: keyof Marks): number[] => taken[subject].map((marks) => marks[mark])
  const ratio = (subject: Subject, mark: keyof Marks): number =>
    medianRatio(times(subject, mark), times('bare', mark))
  const both = (what: string, subject: Subject, mark: keyof Marks): Figure[] => [
    {
      what: `${what}, over bare`,
      value: ratio(subject, mark),
      unit: '×',
      control: ratio('control', mark),
      ...(mark === 'usable' && subject === 'app' ? { budget: 1.25 } : {}),
    },
    {
      what,
      value: median(times(subject, mark)),
      unit: 'ms',
      control: median(times('control', mark)),
    },
  ]
  const step = (from: keyof Marks, to: keyof Marks, subject: Subject): number =>
    median(taken[subject].map((marks) => marks[to] - marks[from]))
  return [
    {
      part: 'start',
      figures: [...both('first paint', 'app', 'painted'), ...both('usable sign-in', 'app', 'usable')],
    },
    { part: 'signed-in', figures: both('list on screen', 'signedIn', 'usable') },
    {
      part: 'main',
      figures: STEPS.map(([what, from, to]) => ({
        what,
        value: step(from, to, 'app'),
        unit: 'ms',
        control: step(from, to, 'control'),
      })),
    },
  ]
}
