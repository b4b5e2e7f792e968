import type { LifeEvent } from '../events.ts'
import type { IntentSource } from '../oracle/intents.ts'
import {
  answered,
  bulkRows,
  chosenRow,
  identityOf,
  ownSession,
  remember,
  resultOf,
  rowsOf,
  trueSession,
  type Desk,
} from './person.ts'

/** The events by which a person ends sessions in the window. */
export type EndEvent = Extract<
  LifeEvent,
  {
    do:
      | 'end'
      | 'endSome'
      | 'endOthers'
      | 'undo'
      | 'undoBulk'
      | 'pause'
      | 'resume'
      | 'cancel'
      | 'retry'
      | 'dismiss'
      | 'dismissUnsent'
  }
>

/** The ids of the sessions that end alone, or once the service can be reached. */
function singleIds({ app }: Desk, accountId: string): number[] {
  return [
    ...app.services.revocations.single.pending(accountId).map(({ sessionId }) => sessionId),
    ...app.services.revocations.queue.of(accountId).queued.map(({ id }) => id),
  ]
}

/** Where a single session is ended. */
const ALONE: ReadonlySet<IntentSource> = new Set(['window', 'tray'])

/** In one of so many ends the page still offers what main knows to be this device. */
const SLIP = 10

async function end(desk: Desk, accountId: string, which: number): Promise<void> {
  const row = chosenRow(desk, accountId, which, which % SLIP === SLIP - 1)
  if (!row) return
  const session = identityOf(row)
  const reply = await answered(desk, desk.app.request('session:revoke', { accountId, session }))
  desk.tell(`The person ends ${row.name} (${row.id}): ${resultOf(reply)}`)
  if (reply?.ok !== false) remember(desk, accountId, [row], { source: 'window', isSure: reply?.ok === true })
}

async function endMany(
  desk: Desk,
  accountId: string,
  some: { which: number; count: number } | null,
): Promise<void> {
  const isSlip = some !== null && some.which % SLIP === SLIP - 1
  const rows = rowsOf(desk, accountId).filter(({ isCurrent }) => isSlip || !isCurrent)
  const chosen = some ? pickSome(rows, some.which, some.count) : rows
  if (chosen.length === 0) return
  const target = some
    ? ({ kind: 'these', sessions: chosen.map(identityOf) } as const)
    : ({ kind: 'others' } as const)
  desk.oracle.resultsSeen(accountId)
  const reply = await answered(desk, desk.app.request('session:revokeMany', { accountId, target }))
  const ids = chosen.map(({ id }) => id).join(' ')
  desk.tell(`The person ends ${some ? 'some' : 'all others'} (${ids}): ${resultOf(reply)}`)
  // A first miss is in no plan.
  const { missedIds } = desk.app.services.lists.get(accountId)
  // Nobody who ends all others means this device, whatever the list marks.
  const own = some ? undefined : ownSession(desk, accountId)
  const meant = chosen.filter(
    (row) => !missedIds.has(row.id) && (!own || trueSession(desk, accountId, row) !== own),
  )
  if (reply?.ok !== false) remember(desk, accountId, meant, { source: 'bulk', isSure: reply?.ok === true })
}

async function undo(desk: Desk, accountId: string, which: number): Promise<void> {
  const open = singleIds(desk, accountId)
  const inBulk = bulkRows(desk, accountId, 'queued', 'sent').map(({ id }) => id)
  const sessionId = open[which % Math.max(1, open.length)]
  if (sessionId === undefined) return
  const reply = await answered(desk, desk.app.request('session:undo', { accountId, sessionId }))
  desk.tell(`The person undoes the end of ${sessionId}: ${resultOf(reply)}`)
  if (reply?.ok === false && !isNotStored(reply)) return
  desk.oracle.intents.takeBack(
    (intent) =>
      intent.accountId === accountId &&
      desk.oracle.intents.withHeirs(intent.session).some(({ id }) => id === sessionId) &&
      (ALONE.has(intent.source) || !inBulk.includes(sessionId)),
    reply?.ok === true,
  )
}

async function control(
  desk: Desk,
  accountId: string,
  command: 'undo' | 'pause' | 'resume' | 'cancel' | 'retry' | 'dismiss',
): Promise<void> {
  const { app, oracle } = desk
  oracle.resultsSeen(accountId)
  const single = singleIds(desk, accountId)
  const queued = bulkRows(desk, accountId, 'queued')
  const open = queued.map((row) => trueSession(desk, accountId, row))
  const failed = bulkRows(desk, accountId, 'failed', 'notConfirmed')
  const reply = await answered(desk, app.request(`revocation:${command}`, { accountId }))
  if (reply?.ok !== false) desk.tell(`The person: ${command} the bulk revocation: ${resultOf(reply)}`)
  const takesBack = command === 'undo' || command === 'cancel'
  // What was going before stays, and is shown to.
  const waiting = app.services.revocations.queue.of(accountId).queued
  const going = [...bulkRows(desk, accountId, 'queued', 'sent'), ...waiting].map((row) =>
    trueSession(desk, accountId, row),
  )
  const taken = reply ? open.filter((session) => !going.includes(session)) : open
  const after = app.services.revocations.bulk.get(accountId).revocation?.phase.is
  if (command === 'undo' && reply?.ok && after === 'undoable')
    oracle.violations.add('undoes nothing', null, 'After Undo, it is still undoable.')
  if (takesBack && (reply?.ok !== false || isNotStored(reply)))
    oracle.intents.takeBack(
      (intent) =>
        intent.accountId === accountId &&
        oracle.intents.withHeirs(intent.session).some((session) => taken.includes(session)) &&
        !(
          ALONE.has(intent.source) &&
          oracle.intents.withHeirs(intent.session).some(({ id }) => single.includes(id))
        ),
      reply?.ok === true,
    )
  // Whoever goes on asks for what is shown, and needs no time to undo.
  if (command === 'resume' && reply?.ok) {
    oracle.intents.flush(accountId)
    remember(desk, accountId, queued, { source: 'bulk', undoMs: 0 })
  }
  if (command === 'retry' && reply?.ok) remember(desk, accountId, failed, { source: 'bulk', undoMs: 0 })
}

/** Does what an event says in an account. */
export async function endSessions(desk: Desk, accountId: string, event: EndEvent): Promise<void> {
  switch (event.do) {
    case 'end':
      return end(desk, accountId, event.which)
    case 'endSome':
      return endMany(desk, accountId, event)
    case 'endOthers':
      return endMany(desk, accountId, null)
    case 'undo':
      return undo(desk, accountId, event.which)
    case 'undoBulk':
      return control(desk, accountId, 'undo')
    case 'dismissUnsent':
      await answered(desk, desk.app.request('unsentEnds:dismiss', { accountId }))
      return
    default:
      return control(desk, accountId, event.do)
  }
}

function pickSome<T>(from: readonly T[], first: number, count: number): T[] {
  if (from.length === 0) return []
  return [...from, ...from].slice(first % from.length).slice(0, Math.min(count, from.length))
}

/** Whether what was taken back is not sent now, but may be after a restart, because the disk refused. */
function isNotStored(reply: { ok: boolean; failure?: { kind: string } } | null): boolean {
  return reply?.ok === false && reply.failure?.kind === 'misconfigured'
}
