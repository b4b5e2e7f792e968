import type { Events } from '../contract/events.ts'
import type { AccountAlerts, ActivityEntry, NewSignIn } from '../contract/activity.ts'
import type { ToldSession } from '../domain/told-session.ts'
import { isOpen, lineOf, withChanges, type History, type KeptSession } from '../domain/history.ts'
import { look } from '../domain/history-look.ts'
import type { Accounts } from './accounts.ts'
import type { HistoryBook } from './history.ts'
import type { OwnSessions } from './own-sessions.ts'

/** Sign-ins that this app did not make: one alert each, open until it is answered, or the session is gone. */
export interface Alerts {
  /** Looks at a list that the service told just now, before anything of it is shown. */
  look(accountId: string, sessions: readonly ToldSession[]): void
  /** No token is on its way to this app any more: looks at the lists that had to wait. */
  lookAgain(baseUrl: string): void
  /** The person made a sign-in, or with null all of them; it stays in the list. */
  itWasMe(accountId: string, sessionId: number | null): void
  /** What became of ends of this app; saying it again changes nothing. */
  settled(accountId: string, ends: readonly Omit<Events['session:settled'], 'accountId'>[]): void
  /** The account was signed out on this computer: its own session is ours no more. */
  signedOut(accountId: string, deed: 'signedOut' | 'signedOutEverywhere'): void
  /** The open ones of every account. */
  open(): AccountAlerts[]
}

/** What it works with. */
export interface AlertPorts {
  accounts: Accounts
  book: HistoryBook
  own: OwnSessions
  /** The service's time, epoch ms. */
  now(accountId: string): number
  /** Whether an end of a session has been sent, and its outcome is still to be told. */
  isEnding(accountId: string, sessionId: number): boolean
  /** Whether this app made a session by a sign-in of its own that it ends again at once. */
  isProbe(accountId: string, name: string): boolean
  /** The sessions of a list that lost renewals left behind. */
  leftovers(accountId: string, sessions: readonly ToldSession[]): ReadonlySet<number>
  /** Once for each alert, when it is on the disk. */
  alerted(alert: NewSignIn): void
  /** An alert is no longer open, or goes on under another id, and has to be taken back wherever it was shown. */
  closed(accountId: string, sessionId: number): void
  /** The open alerts are others than before. */
  changed(): void
}

/** Who ended a session, by what became of its end here. */
const BY = { ended: 'us', alreadyGone: 'elsewhere', failed: 'unknown', notConfirmed: 'unknown' } as const

/** As many as are told by name; the rest is a number. */
const TOLD = 50

/** Makes it. */
export function createAlerts(ports: AlertPorts): Alerts {
  const { accounts, book, own, now } = ports
  const waiting = new Map<string, readonly ToldSession[]>()

  const openIn = (history: History | null): readonly KeptSession[] => history?.sessions.filter(isOpen) ?? []
  const idsOf = (sessions: readonly KeptSession[]): Set<number> => new Set(sessions.map(({ id }) => id))

  function keep(accountId: string, next: History, alarming: readonly KeptSession[] = []): void {
    if (next === book.of(accountId)) return
    const before = idsOf(openIn(book.of(accountId)))
    book.keep(accountId, next)
    const after = idsOf(openIn(book.of(accountId)))
    const gone = [...before].filter((id) => !after.has(id))
    if (gone.length === 0 && after.size === before.size) return
    ports.changed()
    for (const id of gone) ports.closed(accountId, id)
    for (const session of alarming) ports.alerted(alertOf(accountId, session))
  }

  /** An API token sees the same sign-ins as its user's own account here: one of the two is enough. */
  function isTold(accountId: string): boolean {
    const account = accounts.get(accountId)
    if (account?.credential.kind !== 'instance' || account.user.id === 0) return false
    return accounts
      .all()
      .some(
        ({ baseUrl, user, credential, standing }) =>
          baseUrl === account.baseUrl &&
          user.id === account.user.id &&
          credential.kind === 'user' &&
          standing === 'signedIn',
      )
  }

  function lookAt(accountId: string, sessions: readonly ToldSession[]): void {
    const account = accounts.get(accountId)
    if (!account) return
    if (own.isBusy(account.baseUrl)) {
      waiting.set(accountId, sessions)
      return
    }
    waiting.delete(accountId)
    const leftovers = ports.leftovers(accountId, sessions)
    const fresh = sessions.filter(({ name }) => !ports.isProbe(accountId, name))
    const { history, alarming } = look(book.of(accountId), fresh, {
      at: now(accountId),
      ownWay: (id) => own.wayOf(account.baseUrl, id),
      isEnding: (id) => ports.isEnding(accountId, id),
      isLeftover: (id) => leftovers.has(id),
      mayAlert: !isTold(accountId),
    })
    keep(accountId, history, alarming)
  }

  return {
    look: lookAt,
    lookAgain(baseUrl) {
      for (const [accountId, sessions] of waiting)
        if (accounts.get(accountId)?.baseUrl === baseUrl) lookAt(accountId, sessions)
    },
    itWasMe(accountId, sessionId) {
      const history = book.of(accountId)
      const answered = openIn(history).filter(({ id }) => sessionId === null || id === sessionId)
      if (!history || answered.length === 0) return
      const ids = idsOf(answered)
      const lines = answered.map((session) => lineOf('itWasMe', 'us', now(accountId), session))
      keep(
        accountId,
        withChanges(history, (one) => (ids.has(one.id) ? { ...one, alert: 'mine' } : one), lines),
      )
    },
    settled(accountId, ends) {
      const history = book.of(accountId)
      if (!history || !accounts.get(accountId)) return
      const at = now(accountId)
      const known = new Map(history.sessions.map((one) => [one.id, one]))
      const told = new Set(
        history.entries.flatMap(({ deed, sessionId }) => (deed === 'ended' ? [sessionId] : [])),
      )
      const lines = new Map<number, ActivityEntry>()
      for (const { sessionId: id, name, outcome } of ends) {
        const before = known.get(id)
        const isGone = outcome.kind === 'ended' || outcome.kind === 'alreadyGone'
        const isListed = (before?.endedAt ?? null) === null
        if (isListed ? !isGone : before?.endedBy !== 'us' || told.has(id)) continue
        lines.set(id, lineOf('ended', BY[outcome.kind], at, { id, name: before?.name ?? name }))
      }
      if (lines.size === 0) return
      const end = (one: KeptSession): KeptSession => {
        const line = lines.get(one.id)
        return line ? { ...one, endedAt: one.endedAt ?? at, endedBy: line.by } : one
      }
      keep(accountId, withChanges(history, end, [...lines.values()]))
    },
    signedOut(accountId, deed) {
      waiting.delete(accountId)
      const history = book.of(accountId)
      if (!history) return
      const at = now(accountId)
      const isOver = (one: KeptSession): boolean =>
        one.endedAt === null && (one.isCurrent || deed === 'signedOutEverywhere')
      const end = (one: KeptSession): KeptSession =>
        isOver(one) ? { ...one, endedAt: at, endedBy: 'us' } : one
      keep(accountId, withChanges(history, end, [lineOf(deed, 'us', at)]))
    },
    open: () =>
      accounts.all().flatMap(({ id: accountId, standing }) => {
        // Nothing can be done about them before somebody signs in again.
        const open = standing === 'signedIn' ? openIn(book.of(accountId)) : []
        if (open.length === 0) return []
        const newest = open.map((session) => alertOf(accountId, session)).toSorted((a, b) => b.at - a.at)
        return [{ accountId, count: open.length, newest: newest.slice(0, TOLD) }]
      }),
  }
}

function alertOf(accountId: string, { id, name, createdAt, firstSeenAt }: KeptSession): NewSignIn {
  return { accountId, sessionId: id, name, at: Math.min(createdAt ?? firstSeenAt, firstSeenAt) }
}
