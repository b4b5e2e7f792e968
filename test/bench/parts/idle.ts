import { setTimeout as sleep } from 'node:timers/promises'
import type { DeskApp } from '../../support/app.ts'
import { sessionsShown, signIn } from '../../support/people.ts'
import type { Figure } from '../figure.ts'
import { costOf } from '../processes.ts'
import { ANA, type Stage } from '../stage.ts'

const SETTLING_MS = 5_000

/** What the app does while nobody does anything: focused, hidden and in the tray, beside a bare window in view. */
export async function measureIdle(stage: Stage, seconds: number): Promise<Figure[]> {
  const app = await stage.launch('app', stage.newProfile())
  const bare = await stage.launch('bare', stage.newProfile())
  const figures: Figure[] = []
  try {
    const page = await app.window()
    await signIn(page, ANA)
    await sessionsShown(page)
    await bare.window()
    for (const [state, enter] of Object.entries(STATES)) {
      await enter(app)
      await sleep(SETTLING_MS)
      stage.service.clearRequests()
      const before = await Promise.all([costOf(pidOf(app)), costOf(pidOf(bare))])
      await sleep(seconds * 1_000)
      const after = await Promise.all([costOf(pidOf(app)), costOf(pidOf(bare))])
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
        { what: `${state}, in ${seconds} s`, value: stage.service.requests.length, unit: 'requests' },
      )
    }
  } finally {
    await Promise.all([app.evidence(), bare.evidence()])
  }
  return figures
}

const STATES: Record<string, (app: DeskApp) => Promise<void>> = {
  focused: (app) => app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus()),
  hidden: (app) => app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide()),
  'in the tray': (app) => app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
}

function pidOf(app: DeskApp): number {
  const { pid } = app.electron.process()
  if (pid === undefined) throw new Error('The app has no process')
  return pid
}
