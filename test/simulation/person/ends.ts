import type {
  AccountTarget,
  BatchCommand,
  BatchView,
  EndsView,
  EndView,
} from '../../../electron/shared/ends.ts'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import type { LifeEvent } from '../events.ts'
import { endsIn, isFailure, isOpen } from '../oracle/batches.ts'
import {
  accountAt,
  answered,
  chosenRow,
  endsOf,
  intentsOf,
  remember,
  resultOf,
  rowsOf,
  type Desk,
} from './person.ts'

/** The events by which a person ends sessions in the window. */
export type EndEvent = Extract<
  LifeEvent,
  {
    kind:
      | 'end'
      | 'endSome'
      | 'endOthers'
      | 'endPlan'
      | 'undo'
      | 'undoBulk'
      | 'pause'
      | 'resume'
      | 'cancel'
      | 'retry'
      | 'dismiss'
  }
>

/** In one of so many acts the page is a moment behind, and still offers what main knows to be another thing. */
const SLIP = 10
const isSlip = (which: number): boolean => which % SLIP === SLIP - 1

async function end(desk: Desk, accountId: string, which: number): Promise<void> {
  const row = chosenRow(desk, accountId, which, isSlip(which))
  if (!row) return
  const { key } = row
  const latest = endsOf(desk, accountId).batches.at(-1)?.number ?? 0
  const reply = await answered(desk, desk.app.request('session:revoke', { accountId, key }))
  desk.tell(`The person ends ${row.name} (${row.id}): ${resultOf(reply)}`)
  const { batches, ends } = endsOf(desk, accountId)
  const its = ends.find((each) => isOpen(each) && each.key === key)
  const own = batches.filter(({ number }) => its?.batches.includes(number))
  // Something begins, or goes on by itself: a question of before is no answer.
  if (
    reply?.ok &&
    own.length > 0 &&
    own.every(({ number, phase }) => number <= latest && phase.kind === 'asking')
  )
    desk.oracle.violations.add('asked for in vain', null, `The end of ${row.name} asks, as before.`)
  if (reply?.ok !== false) remember(desk, accountId, [row], { source: 'window', isSure: reply?.ok === true })
}

/** What a person chose to end in one account: these rows, or all others. */
interface Choice {
  accountId: string
  rows: readonly DeviceSession[]
  isAll: boolean
}

function choiceOf(
  desk: Desk,
  accountId: string,
  some: { which: number; count: number } | null,
): Choice | null {
  const evenCurrent = some !== null && isSlip(some.which)
  const listed = rowsOf(desk, accountId).filter(({ isCurrent }) => evenCurrent || !isCurrent)
  const rows = some ? pickSome(listed, some.which, some.count) : listed
  if (rows.length === 0) return null
  return { accountId, rows, isAll: some === null }
}

/** Keeps in mind what was asked for in an account. */
function rememberChoice(desk: Desk, { accountId, rows }: Choice, isSure: boolean): void {
  for (const row of rows) desk.oracle.batches.doneWith(accountId, row.key)
  remember(desk, accountId, rows, { source: 'bulk', isSure })
}

/** Asks for ends in one account or several, at once. */
async function endMany(desk: Desk, choices: readonly Choice[]): Promise<void> {
  if (choices.length === 0) return
  const before = choices.map(({ accountId }) =>
    Math.max(0, ...endsOf(desk, accountId).batches.map(({ number }) => number)),
  )
  const plan = choices.map(({ accountId, rows }): AccountTarget => ({
    accountId,
    keys: rows.map(({ key }) => key),
  }))
  const reply = await answered(desk, desk.app.request('session:revokeMany', { plan }))
  const refused = reply?.ok ? reply.value.refused : []
  for (const { accountId, rows, isAll } of choices) {
    const ids = rows.map(({ id }) => id).join(' ')
    const failure = refused.find((each) => each.accountId === accountId)?.failure.kind
    desk.tell(`The person ends ${isAll ? 'all others' : 'some'} (${ids}): ${failure ?? resultOf(reply)}`)
  }
  if (reply?.ok === false) return
  const accepted = choices.filter(({ accountId }) => refused.every((each) => each.accountId !== accountId))
  for (const choice of accepted) rememberChoice(desk, choice, reply !== null)
  const times = choices.flatMap(({ accountId }, at) =>
    endsOf(desk, accountId).batches.flatMap(({ number, askedAt }) =>
      number > (before[at] ?? 0) ? askedAt : [],
    ),
  )
  if (new Set(times).size > 1)
    desk.oracle.violations.add(
      'plan at several times',
      null,
      `One plan was asked for at ${times.join(', ')}.`,
    )
}

/** Ends some sessions in an account and the next one of the window, with one dialog. */
async function endPlan(desk: Desk, event: Extract<EndEvent, { kind: 'endPlan' }>): Promise<void> {
  const accounts = [event.account, event.account + 1].flatMap((at) => accountAt(desk, at) ?? [])
  const choices = [...new Set(accounts)].flatMap((accountId) => choiceOf(desk, accountId, event) ?? [])
  await endMany(desk, choices)
}

/** Whether the end of one session is taken out of a batch that it can be taken out of by itself. */
const losesOne = ({ cause, phase }: BatchView): boolean =>
  cause === 'one' ? phase.kind !== 'done' : phase.kind === 'undoable' || phase.kind === 'waiting'

async function undo(desk: Desk, accountId: string, which: number): Promise<void> {
  const { oracle } = desk
  const view = endsOf(desk, accountId)
  const batches = view.batches.filter((batch) => isSlip(which) || losesOne(batch))
  const open = view.ends.filter(
    (each) => isOpen(each) && batches.some(({ number }) => each.batches.includes(number)),
  )
  const key = open[which % Math.max(1, open.length)]?.key
  if (key === undefined) return
  const losing = view.batches.filter(losesOne)
  const isIts = (batch: number): boolean => losing.some(({ number }) => number === batch)
  const taken = view.ends.filter(
    (each) => each.key === key && each.state === 'waiting' && each.batches.some(isIts),
  )
  const reply = await answered(desk, desk.app.request('session:undo', { accountId, key }))
  desk.tell(`The person undoes the end of ${key}: ${resultOf(reply)}`)
  const isDone = reply?.ok !== false || isNotStored(reply)
  if (isDone) oracle.intents.takeBack(intentsOf(desk, { accountId, ends: taken }, isIts), reply?.ok === true)
  if (reply === null) return
  if (isDone !== taken.length > 0)
    oracle.violations.add(
      isDone ? 'takes a late command' : 'refuses a command',
      null,
      `Undo of session ${key}: ${resultOf(reply)}.`,
    )
  checkTaken(desk, view, isDone ? taken : [], isIts)
}

/** The commands that the window offers for a batch. */
function offersOf(view: EndsView, { number, cause, phase }: BatchView): readonly BatchCommand[] {
  switch (phase.kind) {
    case 'undoable':
    case 'waiting':
      return ['undo']
    case 'going':
      return cause === 'one' ? ['cancel'] : ['pause', 'cancel']
    case 'paused':
    case 'asking':
      return ['resume', 'cancel']
    case 'done':
      return retriable(view, number).length > 0 ? ['retry', 'dismiss'] : ['dismiss']
  }
}

/** The failed ends of a batch; what is asked for again by another one needs no other end. */
function retriable(view: EndsView, batch: number): EndsView['ends'] {
  return endsIn(view, batch).filter(
    (each) => isFailure(each) && !view.ends.some((other) => isOpen(other) && other.key === each.key),
  )
}

/** The batch that a command is for: the newest one that can be undone, or any other that offers the command. */
function chosenBatch(view: EndsView, command: BatchCommand, which: number): BatchView | undefined {
  const offering = isSlip(which)
    ? view.batches
    : view.batches.filter((batch) => offersOf(view, batch).includes(command))
  const undoable = offering.filter(({ phase }) => phase.kind === 'undoable')
  const from = command === 'undo' && undoable.length > 0 ? undoable : offering
  return from.at(-1 - (which % Math.max(1, from.length)))
}

/** What was taken back out of some batches is gone, and nothing else is. */
function checkTaken(
  desk: Desk,
  before: EndsView,
  taken: readonly EndView[],
  isIts: (batch: number) => boolean,
): void {
  const { ends } = endsOf(desk, before.accountId)
  const { violations } = desk.oracle
  for (const old of before.ends.filter(({ state }) => state === 'waiting')) {
    const its = ends.filter(({ key }) => key === old.key)
    for (const { number, cause } of before.batches.filter((each) => old.batches.includes(each.number))) {
      const left = its.find(({ batches }) => batches.includes(number))
      const isTaken = taken.includes(old) && isIts(number)
      if (isTaken && left && isOpen(left))
        violations.add('undoes nothing', null, `Batch ${number} ends ${old.name} still.`)
      // The end of one session may be over by itself meanwhile.
      if (!isTaken && cause !== 'one' && !left)
        violations.add('undoes too much', null, `Batch ${number} lost the end of ${old.name}.`)
    }
  }
}

/** A review whose batch was taken back whole is open again. */
function checkReview(desk: Desk, accountId: string, { number, cause, askedAt }: BatchView): void {
  const isLeft = endsOf(desk, accountId).batches.some((batch) => batch.number === number)
  const review = desk.app.services.reviews.shown(accountId)
  if (cause === 'review' && !isLeft && review?.finishedAt === askedAt)
    desk.oracle.violations.add('review stays finished', null, `Batch ${number} was taken back.`)
}

async function control(desk: Desk, accountId: string, command: BatchCommand, which: number): Promise<void> {
  const { oracle } = desk
  const view = endsOf(desk, accountId)
  const batch = chosenBatch(view, command, which)
  if (!batch) return
  const { number, cause, phase } = batch
  const isIts = (each: number): boolean => each === number
  const waiting = endsIn(view, number).filter(({ state }) => state === 'waiting')
  const again = retriable(view, number)
  const reply = await answered(desk, desk.app.request('ends:control', { accountId, batch: number, command }))
  desk.tell(`The person: ${command} batch ${number} (${cause}, ${phase.kind}): ${resultOf(reply)}`)
  const isDone = reply?.ok !== false || isNotStored(reply)
  const isOffered = offersOf(view, batch).includes(command)
  // Main takes some commands to the end of one session that the window offers for many only.
  const isWrong = isDone ? !isOffered && cause !== 'one' : isOffered
  if (reply !== null && isWrong)
    oracle.violations.add(
      isDone ? 'takes a late command' : 'refuses a command',
      null,
      `${command} of batch ${number} (${phase.kind}): ${resultOf(reply)}.`,
    )
  if (!isDone) return
  const takesBack = command === 'undo' || command === 'cancel'
  const isOfBatch = intentsOf(desk, { accountId, ends: endsIn(view, number) }, isIts)
  if (takesBack)
    oracle.intents.takeBack(intentsOf(desk, { accountId, ends: waiting }, isIts), reply?.ok === true)
  if (takesBack && reply !== null) checkTaken(desk, view, waiting, isIts)
  if (command === 'undo' && reply !== null) checkReview(desk, accountId, batch)
  if (command === 'dismiss' || command === 'retry') oracle.batches.resultsSeen(accountId, number)
  if (command === 'pause' && reply?.ok) oracle.intents.pause(isOfBatch, true)
  if (command === 'resume' || command === 'cancel') oracle.intents.pause(isOfBatch, false)
  // Whoever goes on asks for what is shown, and needs no time to undo.
  const asked = { source: 'bulk', undoMs: 0, batch: number, isAgain: false } as const
  if (command === 'resume' && reply?.ok) remember(desk, accountId, waiting, asked)
  // An end that failed in several batches is one end, and open again in all of them.
  const reopened = new Set(again.flatMap((each) => each.batches))
  for (const each of command === 'retry' && reply?.ok ? reopened : [])
    remember(
      desk,
      accountId,
      again.filter(({ batches }) => batches.includes(each)),
      {
        ...asked,
        batch: each,
      },
    )
}

/** Does what an event says in an account. */
export async function endSessions(desk: Desk, accountId: string, event: EndEvent): Promise<void> {
  switch (event.kind) {
    case 'end':
      return end(desk, accountId, event.which)
    case 'endSome':
    case 'endOthers': {
      const choice = choiceOf(desk, accountId, event.kind === 'endSome' ? event : null)
      return endMany(desk, choice ? [choice] : [])
    }
    case 'endPlan':
      return endPlan(desk, event)
    case 'undo':
      return undo(desk, accountId, event.which)
    case 'undoBulk':
      return control(desk, accountId, 'undo', 0)
    default:
      return control(desk, accountId, event.kind, event.which)
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
