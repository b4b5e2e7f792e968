import { ANA, type BenchHarness } from '../bench-harness.ts'
import { compared, type Figure, type PartFigures } from '../figure.ts'
import { median } from '../statistics.ts'
import { startTimed, type Marks } from '../timed-start.ts'

const SUBJECTS = ['app', 'bare', 'control', 'signedIn'] as const
type Subject = (typeof SUBJECTS)[number]
type Mark = keyof Marks
const STEPS = [
  ['process, Chromium and Node', 'processMade', 'nodeReady'],
  ['loading the code of main', 'nodeReady', 'codeLoaded'],
  ['to ready', 'codeLoaded', 'ready'],
  ['to window created', 'ready', 'windowMade'],
  ['to painted', 'windowMade', 'painted'],
  ['to live', 'painted', 'live'],
] as const

/**
 * Starts the app, a bare window, a second bare window and the signed-in app in turn, round after round, and compares
 * within each round. Between two starts of the signed-in app somebody signs in elsewhere, so that only a fresh list has that row.
 */
export async function measureStart(harness: BenchHarness, rounds: number): Promise<PartFigures[]> {
  const { state } = harness.service
  const signedInProfile = harness.newProfile()
  await harness.signInOn(signedInProfile)
  const taken: Record<Subject, Marks[]> = { app: [], bare: [], control: [], signedIn: [] }
  async function start(subject: Subject, round: number): Promise<Marks> {
    const isBare = subject === 'bare' || subject === 'control'
    const came = `Visitor ${String(round).padStart(3, '0')}`
    // The last used are the first rows.
    if (subject === 'signedIn') state.addSession(ANA.email, { name: came, lastUsedAt: state.now() })
    const started =
      subject === 'signedIn'
        ? await startTimed(harness, 'app', signedInProfile, { name: 'list', came })
        : await startTimed(harness, isBare ? 'bare' : 'app', harness.newProfile(), { name: 'signIn' })
    await started.stop()
    return started.marks
  }
  for (let round = 0; round <= rounds; round++)
    for (const subject of SUBJECTS) {
      const marks = await start(subject, round)
      // The first round warms up the disk cache and the display.
      if (round > 0) taken[subject].push(marks)
    }

  const times = (subject: Subject, mark: Mark): number[] => taken[subject].map((marks) => marks[mark] ?? NaN)
  /** One moment of the app over that of the bare window, and of the second bare window. */
  const both = (what: string, subject: Subject, mark: Mark, budget?: number): Figure[] => {
    const [beside, control] = [times('bare', mark), times('control', mark)]
    return compared([what, 'bare'], 'ms', { values: times(subject, mark), beside, control }, budget)
  }
  const step = (from: Mark, to: Mark, subject: Subject): number =>
    median(times(subject, to).map((time, index) => time - times(subject, from)[index]!))
  return [
    {
      part: 'start',
      figures: [
        ...both('frame painted', 'app', 'frame', 1.1),
        ...both('sign-in painted', 'app', 'painted', 1.3),
        ...both('sign-in typed into', 'app', 'typed', 1.3),
        ...both('sign-in live', 'app', 'live', 1.3),
      ],
    },
    {
      part: 'signed-in',
      figures: [
        ...both('frame painted', 'signedIn', 'frame', 1.1),
        ...both('rows painted', 'signedIn', 'painted'),
        ...both('new row painted', 'signedIn', 'live', 1.6),
      ],
    },
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
