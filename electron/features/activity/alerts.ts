import type { SessionIdentity } from '../../shared/session.ts'
import type { AccountAlerts, NewSignIn, OwnActor } from '../../shared/activity.ts'
import type { ApiSession } from '../../domain/api-session.ts'
import { byWhom, isOpen, keyOfRow, withMark, type RecordedSession } from '../sessions/index.ts'
import { createEntry, withChanges, type History } from './domain/history.ts'
import { reconcile } from './domain/reconcile-history.ts'
import type { Account } from '../../shared/account.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { HistoryRepository } from './history-repository.ts'

/** Alerts about sign-ins that this app did not make: one for each, open until it is acknowledged or the session ends. */
export interface Alerts {
  /** Updates the history with what good lists show, and raises alerts. */
  evaluate(accountId: string, sessions: readonly ApiSession[]): void
  /** Records that the person made a sign-in, or all of them (null), and closes the alerts; the sessions stay signed in. */
  acknowledge(accountId: string, key: number | null): void
  /** Records that the account was signed out here, which ends its own session, or all of them. */
  signedOut(accountId: string, type: 'signedOut' | 'signedOutEverywhere'): void
  /** Closes the alerts of an account that the person removed; call it while the history has them. */
  forget(accountId: string): void
  /** The open alerts of all accounts. */
  open(): AccountAlerts[]
}

export interface AlertDependencies {
  accounts: Accounts
  history: HistoryRepository
  /** Whether the token of a session was issued to this app, at a base URL. */
  isGranted(baseUrl: string, session: SessionIdentity): boolean
  /** The service's current time, epoch ms. */
  now(accountId: string): number
  /** In [0, 1). */
  random(): number
  /** Whether a DELETE of a session is out. */
  isOut(accountId: string, key: number): boolean
  /** Who asked this app to end a session. */
  askedBy(accountId: string, key: number): OwnActor
  /** Whether a session belongs to one of this app's own password probes, which end at once. */
  isProbe(accountId: string, name: string): boolean
  /** The orphan sessions of a list. */
  orphanIds(accountId: string, sessions: readonly ApiSession[]): ReadonlySet<number>
  /** The display name of a session. */
  nameOf(accountId: string, session: RecordedSession): string
  /** Runs a function once the list that is being evaluated has its display names. */
  whenNamed(run: () => void): void
  /** Runs once for each new alert, after it was stored. */
  alerted(alert: NewSignIn): void
  /** Runs when an alert closes; its notification is then outdated. */
  closed(accountId: string, key: number): void
  /** Runs when the open alerts changed. */
  changed(): void
}

/** Leaves room for the keys that a record gets later. */
const MAX_FIRST_KEY = 2 ** 52

/** For so long after it was confirmed, a change of the password may have ended what a list lacks, ms. */
const JUST_BEFORE_MS = 600_000

/** The maximum number of alerts per account with details; the others are only counted. */
const MAX_ALERTS = 50

/** Creates the alerts. */
export function createAlerts(dependencies: AlertDependencies): Alerts {
  const { accounts, history: repository, now } = dependencies

  const openIn = (history: History | null): readonly RecordedSession[] =>
    history?.sessions.filter(isOpen) ?? []
  function store(accountId: string, next: History, newAlerts: readonly RecordedSession[] = []): void {
    if (next === repository.of(accountId)) return
    const before = openIn(repository.of(accountId))
    repository.store(accountId, next)
    const after = new Set(openIn(repository.of(accountId)).map(({ key }) => key))
    const gone = before.filter(({ key }) => !after.has(key))
    if (gone.length === 0 && after.size === before.length) return
    dependencies.changed()
    for (const { key } of gone) dependencies.closed(accountId, key)
    dependencies.whenNamed(() => {
      for (const session of newAlerts) dependencies.alerted(alertOf(accountId, session))
    })
  }

  function alertOf(accountId: string, session: RecordedSession): NewSignIn {
    const name = dependencies.nameOf(accountId, session)
    return { accountId, key: session.key, name, at: signedInAt(session) }
  }

  function evaluate(accountId: string, sessions: readonly ApiSession[]): void {
    const account = accounts.get(accountId)
    if (!account) return
    const at = now(accountId)
    const before = repository.of(accountId)
    // An API token may have no sessions at first, or none by mistake: the first that are listed raise no alert.
    if (sessions.length === 0 && (before?.checkedAt ?? null) === null) return
    const orphanIds = dependencies.orphanIds(accountId, sessions)
    const sameUser = accounts.ofSameUser(accountId)
    const withRecord = sameUser.flatMap((id) => (repository.of(id) && accounts.get(id)) ?? [])
    const isOurs = (session: SessionIdentity): boolean =>
      dependencies.isGranted(account.baseUrl, session) ||
      sameUser.some((id) => id !== accountId && repository.find(id, session)?.isCurrent)
    const wasPasswordChanged = sameUser.some((id) =>
      isChangedSince(id, Math.min(at - JUST_BEFORE_MS, before?.checkedAt ?? at)),
    )
    const fresh = sessions.filter(({ name }) => !dependencies.isProbe(accountId, name))
    const { history, newAlerts } = reconcile(before, fresh, {
      at,
      // Nothing tells the keys of a record that was lost before.
      firstKey: before?.nextKey ?? 1 + Math.floor(dependencies.random() * MAX_FIRST_KEY),
      checkedAt: before?.checkedAt ?? null,
      byWhom: (session) =>
        byWhom({
          // Another account may have had the answer before this record had the session.
          answer: session.answer ?? answerIn(sameUser, session),
          isOut: sameUser.some((id) => dependencies.isOut(id, keyOfRow(repository, id, session))),
          mayBeOurs: wasPasswordChanged || session.isCurrent || isOurs(session) || mayShareUser(account),
          askedBy: () => dependencies.askedBy(accountId, session.key),
        }),
      isOurs,
      isOrphan: (id) => orphanIds.has(id),
      alertsEnabled: accountThatAlerts(withRecord, account) === account,
    })
    const owner = account.user.email || history.owner
    store(accountId, owner === history.owner ? history : { ...history, owner }, newAlerts)
    repository.recordTime(accountId, { checkedAt: at })
  }

  /** Whether another account at its address may be one of the same user: the user of an API token may be unknown. */
  const mayShareUser = ({ id, baseUrl, user }: Account): boolean =>
    accounts
      .all()
      .some((other) => other.id !== id && other.baseUrl === baseUrl && (user.id === 0 || other.user.id === 0))

  const answerIn = (accountIds: readonly string[], session: SessionIdentity): RecordedSession['answer'] =>
    accountIds.map((id) => repository.find(id, session)?.answer).find((answer) => answer !== undefined)

  /** Whether a change of the password was confirmed since then: it may end other sessions. */
  function isChangedSince(accountId: string, since: number): boolean {
    const changed = repository.of(accountId)?.entries.findLast(({ type }) => type === 'passwordChanged')
    return changed !== undefined && changed.at > since
  }

  return {
    evaluate,
    acknowledge(accountId, acknowledgedKey) {
      const history = repository.of(accountId)
      const matching = openIn(history).filter(({ key }) => (acknowledgedKey ?? key) === key)
      if (!history || matching.length === 0) return
      const acknowledged = new Set(matching)
      const at = now(accountId)
      const entries = matching.map((session) => createEntry('itWasMe', 'thisApp', at, session))
      // A mark does not get older, although the estimate of the service's clock may go back.
      const mine = (session: RecordedSession): RecordedSession =>
        withMark(
          { ...session, alert: 'none' },
          { decision: 'mine', at: Math.max(at, session.mark?.at ?? at) },
        )
      const change = (session: RecordedSession): RecordedSession =>
        acknowledged.has(session) ? mine(session) : session
      store(accountId, withChanges(history, change, entries))
    },
    signedOut(accountId, type) {
      const history = repository.of(accountId)
      if (!history) return
      const at = now(accountId)
      const hasEnded = (session: RecordedSession): boolean =>
        session.endedAt === null && (session.isCurrent || type === 'signedOutEverywhere')
      const end = (session: RecordedSession): RecordedSession =>
        hasEnded(session) ? { ...session, endedAt: at, endedBy: 'thisApp' } : session
      store(accountId, withChanges(history, end, [createEntry(type, 'thisApp', at)]))
    },
    forget(accountId) {
      for (const { key } of openIn(repository.of(accountId))) dependencies.closed(accountId, key)
    },
    open: () =>
      accounts.all().flatMap(({ id: accountId, status }) => {
        // Without a sign-in the person cannot end these sessions.
        const open = status === 'signedIn' ? openIn(repository.of(accountId)) : []
        if (open.length === 0) return []
        const newest = open.toSorted((a, b) => signedInAt(b) - signedInAt(a)).slice(0, MAX_ALERTS)
        return [
          { accountId, count: open.length, newest: newest.map((session) => alertOf(accountId, session)) },
        ]
      }),
  }
}

/** When a session began, as far as it is known; epoch ms by the service's clock. */
function signedInAt({ createdAt, firstSeenAt }: RecordedSession): number {
  return Math.min(createdAt ?? firstSeenAt, firstSeenAt)
}

/**
 * Of the accounts of one user with a record, the one that raises the alerts: that of a sign-in, or else the first of an API token. The
 * one with the list counts, although it may have signed out since.
 */
function accountThatAlerts(all: readonly Account[], listed: Account): Account | undefined {
  const signedIn = all
    .filter(({ id, status }) => status === 'signedIn' || id === listed.id)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return signedIn.find(({ credential }) => credential.kind === 'user') ?? signedIn[0]
}
