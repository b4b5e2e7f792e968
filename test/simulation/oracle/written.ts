import type { SessionIdentity } from '../../../electron/shared/session.ts'
import type { Decision, ReviewItem } from '../../../electron/shared/review.ts'
import type { AppProcess } from '../world/app-process.ts'
import type { Computer } from '../world/computer.ts'
import { START, type TrueSession, type Truth } from '../world/truth.ts'
import type { Evidence } from './evidence.ts'
import { nameOf } from './intents.ts'
import type { Violations } from './violations.ts'

/** Learns what became of a request: done, refused, or null if nobody knows, as of a process that was killed. */
export type Settle = (isDone: boolean | null) => void

/**
 * What a person writes about one session: a note with its alias, an exemption from the rule, a decision in a review. It stays
 * with that session, also when a renewal gives it another id, and shows on no other one.
 */
export interface Written {
  countNotes(): number
  /** A note is about to replace the one that the row shows; a null one takes that back. */
  notes(
    accountId: string,
    session: TrueSession | undefined,
    shown: string | null,
    part: { note: string | null; alias: string | null },
  ): Settle
  exempts(accountId: string, session: TrueSession | undefined, isExempt: boolean): Settle
  decides(
    review: { accountId: string; startedAt: number },
    sessions: readonly TrueSession[],
    decision: Decision,
  ): Settle
  /** The person undoes, finishes, discards or starts a review: nobody needs to show its decisions any more. */
  decisionsMayChange(accountId: string): void
  /** The person signs out of an account that is signed out already, which removes it with all that was written. */
  removes(accountId: string): void
  /** What was written of a kind in an account is lost in part, with its file. */
  loses(accountId: string, kind: 'notes' | 'exemptions' | 'decisions'): void
  /** Compares what the app shows of an account with what was written. */
  check(process: AppProcess, account: { id: string; userId: number; base: string }): void
}

/** One thing that was written. `perhaps`: it may be there or not. `over`: it was taken back or replaced. */
interface Entry {
  readonly accountId: string
  readonly session: TrueSession
  state: 'stands' | 'perhaps' | 'over'
  /** When its session was last shown, by this computer's clock, epoch ms. */
  shownAt: number
}
interface Note extends Entry {
  readonly alias: string | null
}
interface DecisionEntry extends Entry {
  readonly startedAt: number
  readonly decision: Decision
  /** When it was made, by this computer's clock, epoch ms. */
  readonly at: number
}

/** The app keeps what is written on an unlisted session for 30 days by its clock, which the person may set by some days. */
const KEPT_MS = 26 * 86_400_000

/** Creates it without anything written. */
export function createWritten(
  computer: Computer,
  truth: Truth,
  evidence: Evidence,
  violations: Violations,
): Written {
  const notes = new Map<string, Note>()
  let exemptions: Entry[] = []
  let decisions: DecisionEntry[] = []
  /** The reviews that had a decision, by account and start. */
  const decidedOn = new Set<string>()
  const wall = (): number => START + computer.kernel.now() + computer.wallOffset

  /** The sessions that an identity names: a service may give an id again within a second. */
  const named = (userId: number, { id, createdAt }: SessionIdentity): TrueSession[] =>
    truth.sessions.filter(
      (session) => session.userId === userId && session.id === id && session.createdAt === createdAt,
    )

  /** The session and its certain renewals, as the lists of an address show them. */
  function lineOf(session: TrueSession, base: string): TrueSession[] {
    const line = [session]
    for (let next = evidence.certainRenewal(session, base); next; next = evidence.certainRenewal(next, base))
      line.push(next)
    return line
  }

  /** Says that something shows on a session; accuses if it was written on another one. */
  function shown(
    what: string,
    shownOn: readonly TrueSession[],
    written: readonly Entry[],
    base: string,
  ): void {
    const [session] = shownOn
    if (!session) return
    const isRight = ({ session: its }: Entry): boolean =>
      shownOn.some((each) => each.device === its.device || evidence.mayBeRenewal(its, each, base))
    const right = written.filter(isRight)
    if (right.length === 0)
      violations.add(
        `${what} on another session`,
        null,
        `It shows on ${nameOf(session)}, and was for ${written.map((each) => nameOf(each.session)).join(', ') || 'none'}.`,
      )
    else if (right.every(({ state }) => state === 'over'))
      violations.add(`${what} came back`, null, `${nameOf(session)} shows what was taken back.`)
  }

  /** Accuses if a listed session lacks what stands; `isThere` says whether a session has it. */
  function checkStanding(
    what: string,
    entry: Entry,
    { base, rows: listed }: { base: string; rows: readonly TrueSession[] },
    isThere: (session: TrueSession) => boolean,
  ): void {
    const own = lineOf(entry.session, base).find((session) => listed.includes(session))
    if (!own) return
    const wasAway = wall() - entry.shownAt > KEPT_MS
    entry.shownAt = wall()
    if (entry.state !== 'stands' || isThere(own)) return
    if (wasAway) entry.state = 'perhaps'
    else
      violations.add(
        `${what} lost`,
        null,
        `${nameOf(own)} does not show what was written on ${nameOf(entry.session)}.`,
      )
  }

  /** Changes the state of entries by what becomes of a request. */
  function change(added: readonly Entry[], replaced: readonly Entry[]): Settle {
    const before = replaced.map((entry) => [entry, entry.state] as const)
    for (const [entry, state] of before) if (state === 'stands') entry.state = 'perhaps'
    return (isDone) => {
      if (isDone === null) return
      for (const entry of added) entry.state = isDone ? 'stands' : 'over'
      for (const [entry, state] of before) entry.state = isDone ? 'over' : state
    }
  }

  const entryOf = (accountId: string, session: TrueSession): Entry => ({
    accountId,
    session,
    state: 'perhaps',
    shownAt: wall(),
  })

  function checkNotes(
    process: AppProcess,
    { id, userId, base }: { id: string; userId: number; base: string },
  ): void {
    const rows = process.services.publishedLists.get(id).sessions ?? []
    const shownNotes = new Map<TrueSession, { note: string | null; alias: string | null }>()
    for (const row of rows) {
      const sessions = named(userId, row)
      for (const session of sessions) shownNotes.set(session, row)
      const note = row.note === null ? undefined : notes.get(row.note)
      if (note) shown('note', sessions, [note], base)
    }
    const listed = [...shownNotes.keys()]
    for (const [text, note] of notes)
      if (note.accountId === id)
        checkStanding('note', note, { base, rows: listed }, (session) => {
          const row = shownNotes.get(session)
          return row?.note === text && row.alias === note.alias
        })
  }

  function checkExemptions(
    process: AppProcess,
    { id, userId, base }: { id: string; userId: number; base: string },
  ): void {
    const own = exemptions.filter(({ accountId }) => accountId === id)
    if (own.length === 0) return
    const rows = process.services.publishedLists.get(id).sessions ?? []
    const ids = new Set(process.services.rules.get(id).exemptListed.map(({ sessionId }) => sessionId))
    const exempt = rows.filter((row) => ids.has(row.id)).map((row) => named(userId, row))
    for (const sessions of exempt) shown('exemption', sessions, own, base)
    const listed = rows.flatMap((row) => named(userId, row))
    for (const entry of own)
      checkStanding('exemption', entry, { base, rows: listed }, (session) => exempt.flat().includes(session))
  }

  /** "As last time" offers no session but those that the person called mine, and decides none for them. */
  function checkAsLastTime(
    items: readonly ReviewItem[],
    offered: readonly number[],
    { own, userId }: { own: readonly DecisionEntry[]; userId: number },
  ): void {
    for (const item of items.filter(({ key }) => offered.includes(key))) {
      const sessions = named(userId, item)
      const wasMine = own.some((entry) => entry.decision === 'mine' && sessions.includes(entry.session))
      if (!wasMine || item.decided)
        violations.add('not as last time', sessions[0]?.uid ?? null, `${item.name} is offered as mine.`)
    }
  }

  function checkDecisions(
    process: AppProcess,
    { id, userId, base }: { id: string; userId: number; base: string },
  ): void {
    const own = decisions.filter(({ accountId }) => accountId === id)
    const stored = process.services.reviews.shown(id)
    if (stored?.finishedAt === null && !decidedOn.has(`${id} ${stored.startedAt}`))
      violations.add('review starts by itself', null, 'A review is stored that has had no decision.')
    if (own.length === 0) return
    const { review, items, asLastTime } = process.services.reviews.get(id)
    for (const item of items) {
      const sessions = named(userId, item.renewedAs ?? item)
      const dated = item.isDoubtful ? [item.earlier] : [item.decided, item.earlier]
      for (const each of dated) {
        const made = own.filter(({ at, decision }) => each?.at === at && each.decision === decision)
        if (each) shown('decision', sessions, made, base)
      }
    }
    checkAsLastTime(items, asLastTime, { own, userId })
    if (!review || review.finishedAt !== null) return
    const rows = process.services.publishedLists.get(id).sessions ?? []
    const listed = rows.flatMap((row) => named(userId, row))
    for (const entry of own)
      if (entry.startedAt === review.startedAt)
        checkStanding('decision', entry, { base, rows: listed }, (session) =>
          items.some(
            ({ decided, ...item }) =>
              named(userId, item).includes(session) &&
              decided?.at === entry.at &&
              decided.decision === entry.decision,
          ),
        )
  }

  return {
    countNotes: () => notes.size,
    notes(accountId, session, shownText, { note, alias }) {
      const before = shownText === null ? undefined : notes.get(shownText)
      const added = session && note !== null ? [{ ...entryOf(accountId, session), alias }] : []
      for (const entry of added) notes.set(note ?? '', entry)
      return change(added, before ? [before] : [])
    },
    exempts(accountId, session, isExempt) {
      const added = session && isExempt ? [entryOf(accountId, session)] : []
      // What is taken back may be of a namesake that a renewal seemed to make this one.
      const replaced = exemptions.filter(
        (entry) => !isExempt && entry.accountId === accountId && entry.session.name === session?.name,
      )
      const others = replaced.filter((entry) => entry.session !== session)
      exemptions = [...exemptions, ...added]
      for (const entry of others) if (entry.state === 'stands') entry.state = 'perhaps'
      return change(
        added,
        replaced.filter((entry) => !others.includes(entry)),
      )
    },
    decides({ accountId, startedAt }, sessions, decision) {
      decidedOn.add(`${accountId} ${startedAt}`)
      const added = sessions.map((session) => ({
        ...entryOf(accountId, session),
        startedAt,
        decision,
        at: wall(),
      }))
      const earlier = decisions.filter(
        (entry) => entry.accountId === accountId && entry.startedAt === startedAt,
      )
      // Whether a decision followed a renewal is left to the app: it may ask anew.
      const devices = new Set(sessions.map(({ device }) => device))
      for (const entry of earlier)
        if (devices.has(entry.session.device) && !sessions.includes(entry.session)) entry.state = 'perhaps'
      const replaced = earlier.filter(({ session }) => sessions.includes(session))
      decisions = [...decisions, ...added]
      return change(added, replaced)
    },
    decisionsMayChange(accountId) {
      for (const entry of decisions) if (entry.accountId === accountId) entry.state = 'perhaps'
    },
    removes(accountId) {
      for (const entry of [...notes.values(), ...exemptions, ...decisions])
        if (entry.accountId === accountId && entry.state === 'stands') entry.state = 'perhaps'
    },
    loses(accountId, kind) {
      const all: readonly Entry[] = { notes: [...notes.values()], exemptions, decisions }[kind]
      for (const entry of all)
        if (entry.accountId === accountId && entry.state === 'stands') entry.state = 'perhaps'
    },
    check(process, account) {
      // What a second list has to confirm is not bound to what was written yet.
      if (process.services.publishedLists.get(account.id).checking) return
      if (notes.size > 0) checkNotes(process, account)
      checkExemptions(process, account)
      checkDecisions(process, account)
    },
  }
}
