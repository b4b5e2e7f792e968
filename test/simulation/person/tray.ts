import type { BatchView } from '../../../electron/shared/ends.ts'
import type { LifeEvent } from '../events.ts'
import type { Intent } from '../oracle/intents.ts'
import { endsIn } from '../oracle/batches.ts'
import { batchFor, chosenRow, endsOf, remember, rowsOf, trueSession, type Desk } from './person.ts'

/** The events by which a person ends sessions from the tray. */
export type TrayEvent = Extract<LifeEvent, { kind: 'trayEnd' | 'trayEndOthers' | 'trayEndInactive' }>

/** Chooses an item of the tray's menu, and answers the question that follows. */
export async function useTray(desk: Desk, accountId: string, event: TrayEvent): Promise<void> {
  const { app, computer, oracle } = desk
  const notice = `tray-${accountId}`
  computer.confirms = event.confirms
  computer.notifications.delete(notice)
  if (event.kind === 'trayEnd') {
    const row = chosenRow(desk, accountId, event.which)
    if (!row) return
    // It is sent at once, before an answer could tell that it was asked for.
    const asked = { source: 'tray', undoMs: 0, isSure: false } as const
    if (event.confirms) remember(desk, accountId, [row], asked)
    app.act({ kind: 'end', accountId, key: row.key })
    await computer.kernel.settle()
    desk.tell(`The person ends ${row.name} (${row.id}) from the tray: ${event.confirms ? 'yes' : 'no'}`)
    const session = trueSession(desk, accountId, row)
    const isIts = (intent: Intent): boolean =>
      intent.accountId === accountId && intent.source === 'tray' && intent.session === session
    if (!event.confirms || !app.isAlive()) return
    // The tray says what it could not end.
    if (computer.notifications.has(notice)) oracle.intents.takeBack(isIts, true)
    else oracle.intents.confirm(isIts, batchFor(endsOf(desk, accountId), row, 'tray'))
    return
  }
  const shown = rowsOf(desk, accountId)
  const before = endsOf(desk, accountId).batches.map(({ number }) => number)
  const isNew = ({ number, cause }: BatchView): boolean => cause === 'many' && !before.includes(number)
  app.act({ kind: event.kind === 'trayEndOthers' ? 'endOthers' : 'endInactive', accountId })
  await computer.kernel.settle()
  const view = endsOf(desk, accountId)
  const batch = view.batches.find(isNew)
  const started = batch ? endsIn(view, batch.number) : []
  const [dialog] = computer.asked.splice(0).slice(-1)
  const named = dialog?.detail.split('\n') ?? []
  const ended = shown.filter(({ key }) => started.some((each) => each.key === key))
  /** Whether a line has the number of the sessions of a name: what left the list meanwhile is in it too. */
  const isCounted = (name: string): boolean => {
    const n = ended.filter((each) => (each.commonName ?? each.name) === name).length
    return named.some((line) => {
      const [, count, of] = /^(\d+) × (.*)$/.exec(line) ?? []
      return of === name && Number(count) >= n
    })
  }
  const unnamed = ended
    .filter((each) => !named.includes(each.name) && !isCounted(each.commonName ?? each.name))
    .map(({ id, name }) => `${name} (${id})`)
  if (event.confirms && unnamed.length > 0 && !named.some((line) => /^and \d+ more$/.test(line)))
    oracle.violations.add('ends what its dialog does not name', null, unnamed.join(', '))
  const isRefused = computer.notifications.has(notice)
  const ids = started.map(({ name }) => name).join(', ')
  desk.tell(`The person, from the tray, ${event.kind}: ${isRefused ? 'not begun' : ids}`)
  if (!event.confirms && batch)
    oracle.violations.add('ends what was declined', null, `Batch ${batch.number}, ${ids}.`)
  if (event.confirms && !isRefused && batch)
    remember(desk, accountId, started, {
      source: 'trayMany',
      isSure: app.isAlive(),
      batch: batch.number,
    })
}
