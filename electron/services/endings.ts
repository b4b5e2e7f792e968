import type { EndingChoice, EndingNews } from '../contract/ending.ts'
import type { Events } from '../contract/events.ts'
import type { SessionIdentity, SessionList } from '../contract/models.ts'
import { failed, ok, type Result } from '../contract/result.ts'
import { isSameSession, type ToldSession } from '../domain/told-session.ts'
import { planOf } from '../domain/ending-plan.ts'
import { isFinal, outcomeOf } from '../domain/ledger.ts'
import { createEndingDesk, leftOf, runsOf, type DeskPorts, type OwnEndings } from './ending-desk.ts'
import { pendingOf, summaryOf } from './ending-news.ts'
import type { EndingRun } from './ending-run.ts'

/** What a person may want of the end of many; each is answered by `conflict` where it does not fit. */
export type EndingWish = 'undo' | 'pause' | 'resume' | 'cancel' | 'retry' | 'dismiss'

/** Ends sessions, one at a click or many by a plan: undoable for a while, sent once, and settled by a fresh list. */
export interface Endings {
  /** One session; refuses the current one, and one that the list does not have, or has under another `createdAt`. Asking twice changes nothing. */
  revoke(accountId: string, session: SessionIdentity): Result<null>
  /** Takes the end of one back; `conflict` when it was sent already. */
  undo(accountId: string, sessionId: number): Result<null>
  /** Sends the end of one without waiting any longer; resolves once it is settled. */
  sendNow(accountId: string, sessionId: number): Promise<void>
  /** Many sessions; refused while others of this account are under way, and when this device cannot be told. */
  endMany(accountId: string, choice: EndingChoice): Result<null>
  wish(accountId: string, wish: EndingWish): Result<null>
  /** The end of many with all of its rows. */
  get(accountId: string): EndingNews
  /** What was asked for alone is sent at once; of an account that goes, nothing more besides. Resolves when all is still. */
  settle(accountId?: string): Promise<void>
  /** Whether one that was asked for alone is not through. */
  hasPending(): boolean
  /** How many of those that end together just now are not through, of all accounts. */
  underWay(): number
  /** Whether an end was sent, so that a session that is gone is gone by us. */
  isSent(accountId: string, session: SessionIdentity): boolean
  /** A list came. */
  listed(list: ListedHere): void
  /** The network, the computer or an account came back. */
  wake(): void
  forget(accountId: string): void
}

/** What ending needs to know of a list that came. */
export type ListedHere = Pick<SessionList, 'accountId' | 'checking' | 'failure'> & {
  sessions: readonly ToldSession[] | null
}

/** What ending works with; `settled` hears what became of each end of one. */
export interface EndingPorts extends DeskPorts {
  settled(event: Events['session:settled']): void
}

const QUEUED = { is: 'queued' } as const

/** States of a row that has been asked for, and that nothing speaks against. */
const SENT: ReadonlySet<string> = new Set(['sent', 'confirmed'])

/** Makes the endings. */
export function createEndings(ports: EndingPorts): Endings {
  const { accounts, lists, log } = ports
  const desk = createEndingDesk(ports)

  function show(accountId: string, { alone }: OwnEndings): void {
    lists.setEnds(
      accountId,
      [...alone].map(([id, { run, name }]) => pendingOf(run, id, name)),
    )
  }

  /** One alone changed; once it is through, it is told and forgotten. */
  function aloneChanged(accountId: string, sessionId: number, run: EndingRun): void {
    const own = desk.of(accountId)
    const alone = own.alone.get(sessionId)
    const state = run.sheet.get(sessionId)
    if (!alone || !state) return
    if (run.phase().is === 'done') desk.drop(accountId, run)
    show(accountId, own)
    const outcome = run.phase().is === 'done' ? outcomeOf(state) : null
    const { createdAt } = run.sheet.identity(sessionId)
    if (outcome) ports.settled({ accountId, sessionId, createdAt, name: alone.name, outcome })
  }

  /** Whether it ends with others; one that waits there for the person to go on is taken out instead. */
  function endsWithOthers(own: OwnEndings, sessionId: number): boolean {
    const state = own.many?.sheet.get(sessionId)
    if (!own.many || !state || isFinal(state)) return false
    if (own.many.phase().is !== 'interrupted') return true
    own.many.sheet.set(sessionId, { is: 'cancelled' })
    own.tell()
    return false
  }

  /** What was asked for is over when the list has another session under its id: at once, before that one looks like it. */
  function replaced(accountId: string, own: OwnEndings, sessions: readonly ToldSession[]): void {
    const listed = new Map(sessions.map((session) => [session.id, session]))
    for (const [sessionId, { run, name }] of [...own.alone]) {
      const session = listed.get(sessionId)
      const wanted = run.sheet.identity(sessionId)
      const isOver = session && !isSameSession(session, wanted) && run.sheet.get(sessionId)?.is === 'queued'
      if (!isOver) continue
      desk.drop(accountId, run)
      show(accountId, own)
      ports.settled({
        accountId,
        sessionId,
        createdAt: wanted.createdAt,
        name,
        outcome: { kind: 'alreadyGone' },
      })
    }
  }

  return {
    revoke(accountId, wanted) {
      const own = desk.of(accountId)
      const sessionId = wanted.id
      if (own.alone.has(sessionId)) return ok(null)
      const session = lists.get(accountId).sessions?.find((one) => isSameSession(one, wanted))
      if (!session) return failed({ kind: 'notFound' })
      if (session.isCurrent) return failed({ kind: 'conflict' })
      if (endsWithOthers(own, sessionId)) return ok(null)
      const row = { id: sessionId, createdAt: session.createdAt, state: QUEUED }
      const run = desk.open(accountId, [row], (changed) => aloneChanged(accountId, sessionId, changed))
      own.alone.set(sessionId, { run, name: session.name })
      desk.save(accountId)
      show(accountId, own)
      run.wake()
      return ok(null)
    },

    async sendNow(accountId, sessionId) {
      await desk.of(accountId).alone.get(sessionId)?.run.settle()
    },

    undo(accountId, sessionId) {
      const own = desk.of(accountId)
      const alone = own.alone.get(sessionId)
      if (!alone) return failed({ kind: 'notFound' })
      if (alone.run.sheet.get(sessionId)?.is !== 'queued') return failed({ kind: 'conflict' })
      desk.drop(accountId, alone.run)
      show(accountId, own)
      return ok(null)
    },

    endMany(accountId, choice) {
      const account = accounts.get(accountId)
      const { sessions } = lists.get(accountId)
      if (!account || !sessions) return failed({ kind: 'notFound' })
      const own = desk.of(accountId)
      if (own.many && own.many.phase().is !== 'done') return failed({ kind: 'conflict' })
      const plan = planOf(sessions, choice, account.credential.kind === 'instance')
      if (!plan.ok) return failed({ kind: plan.why === 'nothing' ? 'notFound' : 'conflict' })
      const rest = plan.sessions.filter(({ id }) => !own.alone.has(id))
      if (rest.length === 0) return failed({ kind: 'notFound' })
      const run = desk.open(
        accountId,
        rest.map(({ id, createdAt }) => ({ id, createdAt, state: QUEUED })),
      )
      for (const { id, name } of rest) run.sheet.name(id, name)
      own.many = run
      log.info('ending.asked', { account: accountId, sessions: rest.length })
      desk.save(accountId)
      own.tell()
      run.wake()
      return ok(null)
    },

    wish(accountId, wish) {
      const own = desk.of(accountId)
      const { many } = own
      if (!many) return failed({ kind: 'notFound' })
      const { is } = many.phase()
      const fits = {
        undo: () => is === 'undoable' && (desk.drop(accountId, many), true),
        pause: many.pause,
        resume: many.resume,
        cancel: many.cancelRest,
        retry: many.retry,
        dismiss: () => is === 'done' && (desk.drop(accountId, many), true),
      }[wish]()
      log.info('ending.wish', { account: accountId, wish, fits })
      own.tell()
      return fits ? ok(null) : failed({ kind: 'conflict' })
    },

    get(accountId) {
      const { many } = desk.of(accountId)
      if (!many) return { accountId, ending: null, rows: [] }
      return { accountId, ending: summaryOf(accountId, many), rows: many.sheet.rows() }
    },

    async settle(accountId) {
      const runs = desk
        .all()
        .filter(([id]) => accountId === undefined || id === accountId)
        .flatMap(([, own]) => runsOf(accountId === undefined ? { ...own, many: null } : own))
      await Promise.all(runs.map((run) => run.settle()))
    },

    hasPending: () => desk.all().some(([, { alone }]) => alone.size > 0),

    underWay: () => leftOf(desk.all().map(([, { many }]) => many)),

    isSent(accountId, session) {
      const { id } = session
      const { alone, many } = desk.of(accountId)
      return [alone.get(id)?.run, many].some(
        (run) =>
          run && SENT.has(run.sheet.get(id)?.is ?? '') && isSameSession(run.sheet.identity(id), session),
      )
    },

    listed({ accountId, sessions, checking, failure }) {
      if (!sessions || checking || failure !== null) return
      const own = desk.of(accountId)
      own.many?.listed(sessions)
      replaced(accountId, own, sessions)
    },

    wake() {
      for (const [, own] of desk.all()) for (const run of runsOf(own)) run.wake()
    },

    forget: desk.forget,
  }
}
