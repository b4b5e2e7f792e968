import type { Decision } from '../../../electron/shared/review.ts'
import type { AppProcess } from '../world/app-process.ts'
import type { TrueSession } from '../world/truth.ts'
import type { AccountAddress, Known } from './record.ts'
import { nameOf } from './violations.ts'

/** Learns what became of a request: done, refused, or null if nobody knows, as of a process that was killed. */
export type Settle = (isDone: boolean | null) => void

/**
 * What a person writes about one session: a note with its alias, an exemption from the rule, a mark, and what a review calls not
 * mine. It stays with that session, also when a renewal gives it another id, and shows on no other one.
 */
export type Written = ReturnType<typeof createWritten>

type Kind = 'note' | 'exemption' | 'mark' | 'draft'

/** One thing that was written. */
interface Entry {
  readonly kind: Kind
  readonly accountId: string
  readonly session: TrueSession
  /** What it says: of a note its text. */
  readonly value: string
  /** The note's alias; null without one. */
  readonly alias: string | null
  /** `perhaps`: it may be there or not. `over`: it was taken back or replaced. */
  state: 'stands' | 'perhaps' | 'over'
}

/** One thing that the app shows on a session. */
type Shown = Pick<Entry, 'kind' | 'session' | 'value' | 'alias'>

/** Creates it without anything written. */
export function createWritten({ truth, record, violations, sessionOf }: Known) {
  let all: Entry[] = []
  /** The reviews that had a decision, by account and start. */
  const decidedOn = new Set<string>()

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
    const { kind, value, alias } = entry
    const isThere = shown.some(
      (each) => each.kind === kind && each.session === own && each.value === value && each.alias === alias,
    )
    if (entry.state !== 'stands' || isThere) return
    const isElsewhere = (each: TrueSession): boolean =>
      each !== own && record.seemsRenewed(entry.session, each, account)
    if (truth.sessions.some(isElsewhere)) entry.state = 'perhaps'
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
    ...{ kind, accountId, session, value, alias: null, state: 'perhaps' },
  })
  const doubt = (entries: readonly Entry[]): void => {
    for (const entry of entries) if (entry.state === 'stands') entry.state = 'perhaps'
  }

  /** What an open review calls not mine. */
  function draftsIn({ services }: AppProcess, { id }: AccountAddress): Shown[] {
    const stored = services.reviews.shown(id)
    if (stored?.finishedAt === null && !decidedOn.has(`${id} ${stored.startedAt}`))
      violations.add('review starts by itself', null, 'A review is stored that has had no decision.')
    const { review, items } = services.reviews.get(id)
    if (review?.finishedAt !== null) return []
    return items.flatMap(({ key, decided }) => {
      const session = sessionOf(id, key)
      if (!session || decided?.decision !== 'notMine') return []
      return [{ kind: 'draft', session, value: decided.decision, alias: null }]
    })
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
      const before = all.filter(
        (each) => each.kind === 'note' && each.accountId === accountId && each.value === shownText,
      )
      const isAdded = session && note !== null
      return change(isAdded ? [{ ...entryOf('note', accountId, session, note), alias }] : [], before)
    },
    exempts(accountId: string, session: TrueSession | undefined, isExempt: boolean) {
      if (isExempt) return change(session ? [entryOf('exemption', accountId, session, '')] : [], [])
      const own = all.filter((entry) => entry.kind === 'exemption' && entry.accountId === accountId)
      // What is taken back may be of a namesake that a renewal seemed to make this one.
      doubt(own.filter((entry) => entry.session.name === session?.name && entry.session !== session))
      const taken = own.filter((entry) => entry.session === session)
      return change([], taken)
    },
    /** `startedAt` is that of the review; null if the person acknowledges alerts. */
    decides(
      accountId: string,
      startedAt: number | null,
      sessions: readonly TrueSession[],
      decision: Decision,
    ) {
      decidedOn.add(`${accountId} ${startedAt}`)
      const kind = decision === 'notMine' ? 'draft' : 'mark'
      const added = sessions.map((each) => entryOf(kind, accountId, each, decision))
      const earlier = all.filter(
        (entry) => entry.accountId === accountId && (entry.kind === kind || entry.kind === 'draft'),
      )
      // Whether a decision followed a renewal is left to the app: it may ask anew.
      const devices = new Set(sessions.map(({ device }) => device))
      doubt(earlier.filter(({ session }) => devices.has(session.device) && !sessions.includes(session)))
      const replaced = earlier.filter(({ session }) => sessions.includes(session))
      // An alert that is answered in the same moment as a review decides leaves open which was last.
      if (startedAt === null) doubt(replaced)
      return change(added, startedAt === null ? [] : replaced)
    },
    /** The person undoes, finishes, discards or starts a review: nobody needs to show its decisions any more. */
    decisionsMayChange(accountId: string) {
      for (const entry of all)
        if ((entry.kind === 'mark' || entry.kind === 'draft') && entry.accountId === accountId)
          entry.state = 'perhaps'
    },
    /** What was written in an account, or all of a kind, is lost in part: with its file, or because it was removed. */
    loses: (accountId: string, lost?: Kind) =>
      doubt(all.filter(({ kind, accountId: its }) => its === accountId && kind === (lost ?? kind))),
    /** Compares what the app shows of an account with what was written. */
    check(process: AppProcess, account: AccountAddress) {
      const { sessions: rows, checking, isUnclear } = process.services.publishedLists.get(account.id)
      // What a second list has to confirm is not bound to what was written yet, and an unclear one shows rows of its own.
      if (checking || isUnclear || record.isDeceived(account)) return
      const own = all.filter(({ accountId }) => accountId === account.id)
      const shown = draftsIn(process, account)
      if (own.length === 0) return
      const listed: TrueSession[] = []
      for (const row of rows ?? []) {
        const session = truth.named(account.userId, row)
        if (!session) continue
        listed.push(session)
        if (row.note !== null) shown.push({ kind: 'note', session, value: row.note, alias: row.alias })
        const mark = process.services.history.byKey(account.id, row.key)?.mark
        if (mark) shown.push({ kind: 'mark', session, value: mark.decision, alias: null })
        if (row.isKept) shown.push({ kind: 'exemption', session, value: '', alias: null })
      }
      for (const each of shown) checkShown(each, own, account)
      for (const entry of own) checkStanding(entry, listed, shown, account)
    },
  }
}
