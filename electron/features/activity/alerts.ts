import type { Events } from '../../shared/events.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import type { AccountAlerts, NewSignIn } from '../../shared/activity.ts'
import { isSameSession, type ApiSession } from '../../core/domain/api-session.ts'
import {
  isOpen,
  createEntry,
  sessionsById,
  withChanges,
  type History,
  type KeptEntry,
  type HistorySession,
} from './domain/history.ts'
import { reconcile } from './domain/reconcile-history.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { HistoryRepository } from './history-repository.ts'
import type { TokenOrigins } from '../auth/index.ts'

/** Sign-ins that this app did not make: one alert each, open until it is answered, or the session is gone. */
export interface Alerts {
  /** Looks at a list that the service told just now, before anything of it is shown. */
  evaluate(accountId: string, sessions: readonly ApiSession[]): void
  /** No token is on its way to this app any more: looks at the lists that had to wait. */
  evaluateAgain(baseUrl: string): void
  /** The person made a sign-in, or with null all of them; it stays in the list. */
  acknowledge(accountId: string, sessionId: number | null): void
  /** What became of ends of this app; saying it again changes nothing. */
  settled(accountId: string, ends: readonly SettledEnd[]): void
  /** The account was signed out on this computer: its own session is ours no more. */
  signedOut(accountId: string, deed: 'signedOut' | 'signedOutEverywhere'): void
  /** The open ones of every account. */
  open(): AccountAlerts[]
}

/** What became of the end of one session; `createdAt` is that of the one which was to be ended. */
export type SettledEnd = Omit<Events['session:revoked'], 'accountId'>

/** What it works with. */
export interface AlertPorts {
  accounts: Accounts
  history: HistoryRepository
  origins: TokenOrigins
  /** The service's time, epoch ms. */
  now(accountId: string): number
  /** Whether an end of a session has been sent, and its outcome is still to be told. */
  isRevoking(accountId: string, session: SessionIdentity): boolean
  /** Whether this app made a session by a sign-in of its own that it ends again at once. */
  isProbe(accountId: string, name: string): boolean
  /** What equal names have in common. */
  keyOf(raw: string): string
  /** The names that people wrote, which no session gets by itself. */
  customNames(accountId: string): readonly string[]
  /** The sessions of a list that lost renewals left behind. */
  orphanIds(accountId: string, sessions: readonly ApiSession[]): ReadonlySet<number>
  /** Once for each alert, when it is on the disk. */
  alerted(alert: NewSignIn): void
  /** An alert is no longer open, or goes on under another id, and has to be taken back wherever it was shown. */
  closed(accountId: string, sessionId: number): void
  /** The open alerts are others than before. */
  changed(): void
}

/** Who ended a session, by what became of its end here. */
const BY = { ended: 'thisApp', alreadyGone: 'elsewhere', failed: 'unknown', notConfirmed: 'unknown' } as const

/** No session has it. */
const NONE: SessionIdentity = { id: -1, createdAt: null }

/** As many as are told by name; the rest is a number. */
const MAX_ALERTS = 50

/** Makes it. */
export function createAlerts(ports: AlertPorts): Alerts {
  const { accounts, history: book, origins: own, now } = ports
  const waiting = new Map<string, readonly ApiSession[]>()

  const openIn = (history: History | null): readonly HistorySession[] =>
    history?.sessions.filter(isOpen) ?? []
  function keep(accountId: string, next: History, newAlerts: readonly HistorySession[] = []): void {
    if (next === book.of(accountId)) return
    const before = openIn(book.of(accountId))
    book.keep(accountId, next)
    const after = new Map(openIn(book.of(accountId)).map((one) => [one.id, one]))
    const gone = before.filter((one) => !isSameSession(after.get(one.id) ?? NONE, one))
    if (gone.length === 0 && after.size === before.length) return
    ports.changed()
    for (const { id } of gone) ports.closed(accountId, id)
    for (const session of newAlerts) ports.alerted(alertOf(accountId, session))
  }

  /** An API token sees the same sign-ins as its user's own account here: one of the two is enough. */
  function isTold(accountId: string): boolean {
    const account = accounts.get(accountId)
    if (account?.credential.kind !== 'instance' || account.user.id === 0) return false
    return accounts
      .all()
      .some(
        ({ baseUrl, user, credential, status: standing }) =>
          baseUrl === account.baseUrl &&
          user.id === account.user.id &&
          credential.kind === 'user' &&
          standing === 'signedIn',
      )
  }

  function lookAt(accountId: string, sessions: readonly ApiSession[]): void {
    const account = accounts.get(accountId)
    if (!account) return
    if (own.hasPendingGrant(account.baseUrl)) {
      waiting.set(accountId, sessions)
      return
    }
    waiting.delete(accountId)
    const orphanIds = ports.orphanIds(accountId, sessions)
    const fresh = sessions.filter(({ name }) => !ports.isProbe(accountId, name))
    const { history, newAlerts } = reconcile(book.of(accountId), fresh, {
      at: now(accountId),
      originOf: (session) => own.originOf(account.baseUrl, session),
      isRevoking: (session) => ports.isRevoking(accountId, session),
      isOrphan: (id) => orphanIds.has(id),
      keyOf: ports.keyOf,
      customNames: ports.customNames(accountId),
      alertsEnabled: !isTold(accountId),
    })
    keep(accountId, history, newAlerts)
  }

  return {
    evaluate: lookAt,
    evaluateAgain(baseUrl) {
      for (const [accountId, sessions] of waiting)
        if (accounts.get(accountId)?.baseUrl === baseUrl) lookAt(accountId, sessions)
    },
    acknowledge(accountId, sessionId) {
      const history = book.of(accountId)
      const answered = openIn(history).filter(({ id }) => sessionId === null || id === sessionId)
      if (!history || answered.length === 0) return
      const mine = new Set(answered)
      const lines = answered.map((session) => createEntry('itWasMe', 'thisApp', now(accountId), session))
      keep(
        accountId,
        withChanges(history, (one) => (mine.has(one) ? { ...one, alert: 'mine' } : one), lines),
      )
    },
    settled(accountId, ends) {
      const history = book.of(accountId)
      if (!history || !accounts.get(accountId)) return
      const at = now(accountId)
      const known = sessionsById(history.sessions)
      const told = history.entries.filter(({ type: deed }) => deed === 'ended')
      const lastTold = new Map(told.map(({ sessionId, at: toldAt }) => [sessionId, toldAt]))
      const lines: KeptEntry[] = []
      const changes = new Map<HistorySession, HistorySession>()
      for (const { sessionId: id, createdAt, name, outcome } of ends) {
        const before = known.get(id)?.findLast((one) => isSameSession(one, { id, createdAt }))
        const isGone = outcome.kind === 'ended' || outcome.kind === 'alreadyGone'
        const isListed = (before?.endedAt ?? null) === null
        const isTold = (lastTold.get(id) ?? -Infinity) >= (before?.firstSeenAt ?? -Infinity)
        if (isListed ? !isGone : before?.endedBy !== 'thisApp' || isTold) continue
        const line = createEntry('ended', BY[outcome.kind], at, before ?? { id, name })
        lines.push(line)
        if (before) changes.set(before, { ...before, endedAt: before.endedAt ?? at, endedBy: line.actor })
      }
      if (lines.length === 0) return
      keep(
        accountId,
        withChanges(history, (one) => changes.get(one) ?? one, lines),
      )
    },
    signedOut(accountId, deed) {
      waiting.delete(accountId)
      const history = book.of(accountId)
      if (!history) return
      const at = now(accountId)
      const isOver = (one: HistorySession): boolean =>
        one.endedAt === null && (one.isCurrent || deed === 'signedOutEverywhere')
      const end = (one: HistorySession): HistorySession =>
        isOver(one) ? { ...one, endedAt: at, endedBy: 'thisApp' } : one
      keep(accountId, withChanges(history, end, [createEntry(deed, 'thisApp', at)]))
    },
    open: () =>
      accounts.all().flatMap(({ id: accountId, status: standing }) => {
        // Nothing can be done about them before somebody signs in again.
        const open = standing === 'signedIn' ? openIn(book.of(accountId)) : []
        if (open.length === 0) return []
        const newest = open.map((session) => alertOf(accountId, session)).toSorted((a, b) => b.at - a.at)
        return [{ accountId, count: open.length, newest: newest.slice(0, MAX_ALERTS) }]
      }),
  }
}

function alertOf(accountId: string, session: HistorySession): NewSignIn {
  const { id, name, createdAt, firstSeenAt, mayBeRenewed } = session
  const at = Math.min(createdAt ?? firstSeenAt, firstSeenAt)
  return { accountId, sessionId: id, createdAt, name, at, mayBeRenewed }
}
