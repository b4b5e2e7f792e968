import type { LifeEvent } from '../events.ts'
import { bulkRows, chosenRow, remember, type Desk } from './person.ts'

/** The events by which a person ends sessions from the tray. */
export type TrayEvent = Extract<LifeEvent, { do: 'trayEnd' | 'trayEndOthers' | 'trayEndInactive' }>

/** Chooses an item of the tray's menu, and answers the question that follows. */
export async function useTray(desk: Desk, accountId: string, event: TrayEvent): Promise<void> {
  const { app, computer, oracle } = desk
  const notice = `tray-${accountId}`
  computer.confirms = event.confirms
  computer.notifications.delete(notice)
  if (event.do === 'trayEnd') {
    const row = chosenRow(desk, accountId, event.which)
    if (!row) return
    // It is sent at once, before an answer could tell that it was asked for.
    if (event.confirms) remember(desk, accountId, [row], { source: 'tray', undoMs: 0 })
    app.act({ do: 'end', accountId, sessionId: row.id })
    await computer.kernel.settle()
    desk.tell(`The person ends ${row.name} (${row.id}) from the tray: ${event.confirms ? 'yes' : 'no'}`)
    if (!app.isAlive())
      oracle.intents.takeBack((intent) => intent.accountId === accountId && intent.source === 'tray', false)
    return
  }
  app.act({ do: event.do === 'trayEndOthers' ? 'endOthers' : 'endInactive', accountId })
  await computer.kernel.settle()
  const started = bulkRows(desk, accountId, 'queued')
  const isRefused = computer.notifications.has(notice)
  const ids = started.map(({ id }) => id).join(' ')
  desk.tell(`The person, from the tray, ${event.do}: ${isRefused ? 'not begun' : ids}`)
  if (event.confirms && !isRefused)
    remember(desk, accountId, started, { source: 'tray', isSure: app.isAlive() })
}
