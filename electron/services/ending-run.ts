import type { EndingPhase, EndingStop } from '../contract/ending.ts'
import { isSameSession, type ToldSession } from '../domain/told-session.ts'
import { again, UNDO_WINDOW, type LedgerState } from '../domain/ledger.ts'
import type { EndingCalls } from './ending-calls.ts'
import { createEndingHold } from './ending-hold.ts'
import { createEndingProof } from './ending-proof.ts'
import { createEndingSender } from './ending-sender.ts'
import { createSheet, type Sheet, type SheetRow } from './ending-sheet.ts'
import { createEndingStage } from './ending-stage.ts'
import type { Clock } from './ports.ts'

/** One ending under way: sends, waits, proves and stops; what the person wants of it answers whether it fits. */
export interface EndingRun {
  readonly sheet: Sheet
  readonly startedAt: number
  /** Until when it can be undone, epoch ms by this computer's clock of now. */
  readonly sendAt: number
  phase(): EndingPhase
  /** Answers while it ran, how long that was, and how long it has to wait now; ms. */
  pace(): { answered: number; ranFor: number; waitFor: number }
  /** Looks what is to be done now; called when anything changed that it may be waiting for. */
  wake(): void
  pause(): boolean
  resume(): boolean
  /** Calls off what was not sent. */
  cancelRest(): boolean
  retry(): boolean
  /** One alone is sent at once, many are paused; resolves when nothing is on its way. */
  settle(): Promise<void>
  /** A list came: it tells what its rows are called by now, and what became of those that a restart left. */
  listed(sessions: readonly ToldSession[]): void
  /** Nothing of it is sent any more, and nothing told. */
  drop(): void
}

/** What a run works with; `stop` is set when it is what a restart left. */
export interface RunPorts {
  calls: EndingCalls
  clock: Clock
  startedAt: number
  stop: EndingStop | null
  /** One session, ended by a click: told at once when it cannot be sent or proven. */
  isAlone: boolean
  withToken: boolean
  /** Takes the rows to the disk. */
  save(): void
  /** The rows or the phase changed. */
  changed(): void
}

/** Makes a run of these rows. Nothing happens before the first `wake`. */
export function createRun(rows: readonly SheetRow[], ports: RunPorts): EndingRun {
  const { calls, clock, isAlone } = ports
  const sheet = createSheet(rows)
  const hold = createEndingHold(calls, clock)
  const stage = createEndingStage(ports.stop, clock)
  /** By the steady clock: no setting of the other one takes from the time in which it can be undone. */
  let dueAt = clock.steady() + UNDO_WINDOW
  let isDropped = false
  const common = { ...ports, sheet, hold, stop, isDropped: () => isDropped }
  const proof = createEndingProof(common)
  const sender = createEndingSender({ ...common, proof })
  let cancelTimer = (): void => undefined
  let idle: (() => void)[] = []

  proof.isNeeded = ports.stop !== null

  const hasQueued = (): boolean => sheet.next() !== null
  function set(id: number, state: LedgerState): void {
    sheet.set(id, state)
    ports.changed()
  }

  function stop(why: EndingStop): void {
    stage.stop(why)
    ports.changed()
    ports.save()
  }

  function enter(next: 'running' | 'paused' | 'done'): void {
    stage.enter(next)
    ports.changed()
  }

  /** Whether proof is due: nothing else is to be done, nothing may be done without, or the last one is long ago. */
  function isProofDue(): boolean {
    if (proof.isAsked() || stage.is === 'interrupted') return false
    if (proof.isNeeded && stage.is === 'running') return sender.onTheirWay() === 0
    if (!sheet.hasUnproven()) return false
    const isThrough = sender.onTheirWay() === 0 && (!hasQueued() || stage.is === 'paused')
    return isThrough || (!isAlone && proof.isOld())
  }

  function rest(): void {
    const resting = idle
    idle = []
    resting.forEach((tell) => tell())
  }

  const wakeIn = (ms: number): void => void (cancelTimer = clock.after(Math.max(0, ms), wake))

  function wake(): void {
    cancelTimer()
    if (isDropped || stage.is === 'done') return rest()
    if (stage.is === 'undoable') {
      const left = dueAt - clock.steady()
      if (left > 0) return wakeIn(left)
      proof.begin()
      enter('running')
    }
    const asks = stage.is === 'running' || (stage.is === 'paused' && sheet.hasUnproven())
    const left = asks ? hold.left() : null
    const isQuiet = (): boolean => sender.onTheirWay() === 0 && !proof.isAsked()
    if (left !== null && (sheet.hasUnproven() || proof.isNeeded || hasQueued())) {
      ports.changed()
      if (isQuiet()) rest()
      return wakeIn(left)
    }
    if (isProofDue()) void proof.ask().then(wake)
    for (let id = sheet.next(); id !== null && maySend(); id = sheet.next())
      void sender.deliver(id).then(wake)
    if (!isQuiet()) return
    if (stage.is === 'running' && !hasQueued() && !sheet.hasUnproven()) {
      enter('done')
      ports.save()
    }
    if (stage.is !== 'running') rest()
  }

  const maySend = (): boolean => stage.is === 'running' && !proof.isNeeded && calls.isFree()

  function goOn(needsList: boolean): true {
    proof.isNeeded = needsList
    proof.begin()
    hold.passed()
    enter('running')
    ports.save()
    wake()
    return true
  }

  return {
    sheet,
    startedAt: ports.startedAt,
    get sendAt() {
      return Math.round(clock.now() + dueAt - clock.steady())
    },
    phase: () => stage.phase(hold.now()),
    pace: () => ({
      answered: sender.answered(),
      ranFor: stage.ranFor(),
      waitFor: Math.max(0, (hold.now()?.until ?? 0) - clock.now()),
    }),
    wake,
    pause() {
      if (stage.is !== 'running') return false
      enter('paused')
      ports.save()
      wake()
      return true
    },
    resume: () => (stage.is === 'paused' || stage.is === 'interrupted') && goOn(true),
    cancelRest() {
      if (stage.is === 'undoable' || stage.is === 'done') return false
      for (const id of sheet.idsIn('queued')) set(id, { is: 'cancelled' })
      // A list is asked for only if something was sent that it can prove.
      return goOn(false)
    },
    retry() {
      const ids = [...sheet.idsIn('failed'), ...sheet.idsIn('notConfirmed')]
      if (stage.is !== 'done' || ids.length === 0) return false
      for (const id of ids) sheet.set(id, again(sheet.get(id) ?? { is: 'cancelled' }))
      return goOn(true)
    },
    async settle() {
      if (stage.is === 'running' && !isAlone) enter('paused')
      if (isDropped || stage.is === 'done' || (stage.is === 'undoable' && !isAlone)) return
      dueAt = Math.min(dueAt, clock.steady())
      await new Promise<void>((resolve) => {
        idle.push(resolve)
        wake()
      })
    },
    listed(sessions) {
      for (const session of sessions)
        if (isSameSession(session, sheet.identity(session.id))) sheet.name(session.id, session.name)
      if (stage.reason !== 'restarted') return
      sheet.judge(sheet.unproven(), sessions, true)
      if (!hasQueued() && !sheet.hasUnproven()) stage.enter('done')
      ports.changed()
      ports.save()
    },
    drop() {
      isDropped = true
      cancelTimer()
      rest()
    },
  }
}
