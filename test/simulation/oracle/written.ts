import type { Decision } from '../../../electron/shared/review.ts'
import type { AppProcess } from '../world/app-process.ts'
import { START, type TrueSession } from '../world/truth.ts'
import type { AccountAddress, Known } from './record.ts'
import { nameOf } from './violations.ts'

/** Learns what became of a request: done, refused, or null if nobody knows, as of a process that was killed. */
export type Settle = (isDone: boolean | null) => void

/**
 * What a person writes about one session: a note with its alias, an exemption from the rule, a decision in a review. It stays
 * with that session, also when a renewal gives it another id, and shows on no other one.
 */
export type Written = ReturnType<typeof createWritten>

type Kind = 'note' | 'exemption' | 'decision'

/** One thing that was written. */
interface Entry {
  readonly kind: Kind
  readonly accountId: string
  readonly session: TrueSession
  /** What it says: for a note its text, for a decision when it was made too, by this computer's clock. */
  readonly value: string
  /** The note's alias; null without one. */
  readonly alias: string | null
  /** The start of the review of a decision; null for the others. */
  readonly startedAt: number | null
  /** `perhaps`: it may be there or not. `over`: it was taken back or replaced. */
  state: 'stands' | 'perhaps' | 'over'
  /** When its session was last shown, by this computer's clock, epoch ms. */
  shownAt: number
}

/** One thing that the app shows on a session. */
type Shown = Pick<Entry, 'kind' | 'session' | 'value' | 'alias'>

/** The app keeps what is written on an unlisted session for 30 days by its clock, which the person may set by some days. */
const KEPT_MS = 26 * 86_400_000

/** Creates it without anything written. */
export function createWritten({ computer, truth, record, violations, sessionOf }: Known) {
  let all: Entry[] = []
  /** The reviews that had a decision, by account and start. */
  const decidedOn = new Set<string>()
  const wall = (): number => START + computer.kernel.now() + computer.wallOffset
  const decisionOf = (decision: Decision, at: number): string => `${decision} ${at}`

  /** The session and its certain renewals, as the lists of an account show them. */
  function lineOf(session: TrueSession, account: AccountAddress): TrueSession[] {
    const heir = record.certainHeir(session, account)
    return heir ? [session, ...lineOf(heir, account)] : [session]
  }

  /** Accuses if something shows on a session, and was written on another one or taken back. */
  function checkShown({ kind, session, value }: Shown, own: readonly Entry[], account: AccountAddress): void {
    const written = own.filter((entry) => entry.kind === kind && entry.value === value)
    const right = written.filter((entry) => record.mayBeOne(entry.session, session, account))
    const names = written.map((entry) => nameOf(entry.session)).join(', ') || 'none'
    if (right.length === 0)
      violations.add(`${kind} on another session`, null, `On ${nameOf(session)}, not on ${names}.`)
    else if (right.every(({ state }) => state === 'over'))
      violations.add(`${kind} came back`, null, `${nameOf(session)} shows what was taken back.`)
  }

  /** Accuses if a listed session lacks what stands. */
  function checkStanding(
    entry: Entry,
    listed: readonly TrueSession[],
    shown: readonly Shown[],
    account: AccountAddress,
  ): void {
    const own = lineOf(entry.session, account).find((session) => listed.includes(session))
    if (!own) return
    const wasAway = wall() - entry.shownAt > KEPT_MS
    entry.shownAt = wall()
    const { kind, value, alias } = entry
    const isThere = shown.some(
      (each) => each.kind === kind && each.session === own && each.value === value && each.alias === alias,
    )
    if (entry.state !== 'stands' || isThere) return
    // What lists called this device by mistake may have become the next one that they call so.
    if (wasAway || (!entry.session.isOurs && record.mayBeOwn(entry.session, account))) entry.state = 'perhaps'
    else violations.add(`${kind} lost`, null, `${nameOf(own)} lacks that of ${nameOf(entry.session)}.`)
  }

  /** Adds entries in the place of others, by what becomes of a request. */
  function change(added: readonly Entry[], replaced: readonly Entry[]): Settle {
    const before = replaced.map((entry) => [entry, entry.state] as const)
    for (const [entry, state] of before) if (state === 'stands') entry.state = 'perhaps'
    all = [...all, ...added]
    return (isDone) => {
      if (isDone === null) return
      for (const entry of added) entry.state = isDone ? 'stands' : 'over'
      for (const [entry, state] of before) entry.state = isDone ? 'over' : state
    }
  }

  const entryOf = (kind: Kind, accountId: string, session: TrueSession, value: string): Entry => ({
    ...{ kind, accountId, session, value, alias: null, startedAt: null, state: 'perhaps', shownAt: wall() },
  })
  const doubt = (entries: readonly Entry[]): void => {
    for (const entry of entries) if (entry.state === 'stands') entry.state = 'perhaps'
  }

  /** What the review of an account shows; "as last time" offers only what the person called mine, and decides none for them. */
  function decisionsIn({ services }: AppProcess, account: AccountAddress, own: readonly Entry[]) {
    const { id } = account
    const stored = services.reviews.shown(id)
    if (stored?.finishedAt === null && !decidedOn.has(`${id} ${stored.startedAt}`))
      violations.add('review starts by itself', null, 'A review is stored that has had no decision.')
    const decisions = own.filter(({ kind }) => kind === 'decision')
    if (decisions.length === 0) return { startedAt: null, decided: [], earlier: [] }
    const { review, items, asLastTime } = services.reviews.get(id)
    const shownIn = (part: 'decided' | 'earlier'): Shown[] =>
      items.flatMap((item) => {
        const [session, made] = [sessionOf(id, item.key), item[part]]
        if (!session || !made) return []
        return [{ kind: 'decision', session, value: decisionOf(made.decision, made.at), alias: null }]
      })
    for (const { key, name, decided } of items) {
      const session = sessionOf(id, key)
      const wasMine = decisions.some(
        (each) =>
          session && record.mayBeOne(each.session, session, account) && each.value.startsWith('mine '),
      )
      if (asLastTime.includes(key) && (!wasMine || decided))
        violations.add('not as last time', session ?? null, `${name} is offered as mine.`)
    }
    const startedAt = review?.finishedAt === null ? review.startedAt : null
    return { startedAt, decided: shownIn('decided'), earlier: shownIn('earlier') }
  }

  return {
    countNotes: () => all.filter(({ kind }) => kind === 'note').length,
    /** A note is about to replace the one that the row shows; a null one takes that back. */
    notes(
      accountId: string,
      session: TrueSession | undefined,
      shownText: string | null,
      { note, alias }: { note: string | null; alias: string | null },
    ) {
      const before = all.filter(({ kind, value }) => kind === 'note' && value === shownText)
      const isAdded = session && note !== null
      return change(isAdded ? [{ ...entryOf('note', accountId, session, note), alias }] : [], before)
    },
    exempts(accountId: string, session: TrueSession | undefined, isExempt: boolean) {
      if (isExempt) return change(session ? [entryOf('exemption', accountId, session, '')] : [], [])
      const own = all.filter((entry) => entry.kind === 'exemption' && entry.accountId === accountId)
      // What is taken back may be of a namesake that a renewal seemed to make this one.
      doubt(own.filter((entry) => entry.session.name === session?.name && entry.session !== session))
      return change(
        [],
        own.filter((entry) => entry.session === session),
      )
    },
    decides(
      { accountId, startedAt }: { accountId: string; startedAt: number },
      sessions: readonly TrueSession[],
      decision: Decision,
    ) {
      decidedOn.add(`${accountId} ${startedAt}`)
      const value = decisionOf(decision, wall())
      const added = sessions.map((each) => ({ ...entryOf('decision', accountId, each, value), startedAt }))
      const earlier = all.filter((entry) => entry.accountId === accountId && entry.startedAt === startedAt)
      // Whether a decision followed a renewal is left to the app: it may ask anew.
      const devices = new Set(sessions.map(({ device }) => device))
      doubt(earlier.filter(({ session }) => devices.has(session.device) && !sessions.includes(session)))
      return change(
        added,
        earlier.filter(({ session }) => sessions.includes(session)),
      )
    },
    /** The person undoes, finishes, discards or starts a review: nobody needs to show its decisions any more. */
    decisionsMayChange(accountId: string) {
      for (const entry of all)
        if (entry.kind === 'decision' && entry.accountId === accountId) entry.state = 'perhaps'
    },
    /** What was written in an account, or all of a kind, is lost in part: with its file, or because it was removed. */
    loses: (accountId: string, lost?: Kind) =>
      doubt(all.filter(({ kind, accountId: its }) => its === accountId && kind === (lost ?? kind))),
    /** Compares what the app shows of an account with what was written. */
    check(process: AppProcess, account: AccountAddress) {
      const { sessions: rows, checking } = process.services.publishedLists.get(account.id)
      // What a second list has to confirm is not bound to what was written yet.
      if (checking) return
      const own = all.filter(({ accountId }) => accountId === account.id)
      const { startedAt, decided, earlier } = decisionsIn(process, account, own)
      if (own.length === 0) return
      const exempt = process.services.rules.get(account.id).exemptListed.map(({ key }) => key)
      const listed: TrueSession[] = []
      const shown: Shown[] = [...decided]
      for (const row of rows ?? []) {
        const session = truth.named(account.userId, row)
        if (!session) continue
        listed.push(session)
        if (row.note !== null) shown.push({ kind: 'note', session, value: row.note, alias: row.alias })
        if (exempt.includes(row.key)) shown.push({ kind: 'exemption', session, value: '', alias: null })
      }
      for (const each of [...shown, ...earlier]) checkShown(each, own, account)
      for (const entry of own)
        if (entry.startedAt === null || entry.startedAt === startedAt)
          // A decision in doubt is there, until the person confirms it.
          checkStanding(entry, listed, shown, account)
    },
  }
}
