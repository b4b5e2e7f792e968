import type { Actor } from '../../../shared/activity.ts'
import { timeOfUse } from '../../../shared/last-use.ts'
import type { SessionIdentity } from '../../../shared/session.ts'
import { isSameSession, type ApiSession } from '../../../core/domain/api-session.ts'
import {
  firstSeen,
  createEntry,
  namesKept,
  sessionsById,
  type History,
  type KeptEntry,
  type HistorySession,
} from './history.ts'
import { diffOf } from '../../sessions/domain/list-diff.ts'
import { byAge, createNumbering } from '../../sessions/domain/display-names.ts'

/** What is known beside a list when it is looked at; `at` is epoch ms by the service's clock. */
export interface ReconcileContext {
  at: number
  /** How this app came to a session's token, or null. */
  originOf(session: ApiSession): 'signIn' | 'renewal' | null
  /** Whether this app is ending a session just now, and will tell what became of it. */
  isRevoking(session: SessionIdentity): boolean
  /** Whether this app made a session that it does not use: what a lost renewal left behind. */
  isOrphan(id: number): boolean
  /** What equal names have in common. */
  keyOf(raw: string): string
  /** Names that people wrote, which no session gets by itself. */
  customNames: Iterable<string>
  /** False where another account tells of the same sign-ins. */
  alertsEnabled: boolean
}

/** ms: what is told of the last use of a session is written down as often as this. */
const USE_GRAIN_MS = 3_600_000
/** ms without a use after which the next one is worth a line. */
const LONG_UNUSED_MS = 7 * 86_400_000
/** ms since its last use in which a device is taken to be one that renews its token. */
const IN_USE_MS = 86_400_000
/** ms in which the renewals of one device are one line. */
const ONE_RENEWAL_MS = 86_400_000

/**
 * The history after a fresh list, and the sessions that it raises an alert for. The very same history when there is
 * nothing to write down; `history` is null before the first list ever, which is taken as it is.
 */
export function reconcile(
  history: History | null,
  fresh: readonly ApiSession[],
  facts: ReconcileContext,
): { history: History; newAlerts: HistorySession[] } {
  const { at, originOf } = facts
  const numberOf = createNumbering(namesKept(history), facts.keyOf, facts.customNames)
  const numbersOf = (sessions: readonly ApiSession[]): Map<ApiSession, number> =>
    new Map(byAge(sessions).map((session) => [session, numberOf(session.name)]))
  if (history === null) {
    const numbers = numbersOf(fresh)
    const sessions = fresh.map((session) => firstSeen(session, at, { number: numbers.get(session) ?? 1 }))
    const ours = sessions.filter((session) => session.isCurrent && originOf(session) === 'signIn')
    const entries = ours.map((session) => createEntry('signedIn', 'thisApp', at, session))
    return { history: { since: at, sessions, entries }, newAlerts: [] }
  }

  const ended = history.sessions.filter(({ endedAt }) => endedAt !== null)
  const listed = history.sessions.filter(({ endedAt }) => endedAt === null)
  // One that was gone and is there again was never gone: the services behind one address may disagree for a moment.
  const back = returned(ended, listed, fresh)
  const diff = diffOf(
    listed,
    fresh.filter((session) => !back.has(session)),
    {
      isPossible: (before, after) => !facts.isRevoking(before) && originOf(after) !== 'signIn',
      isInUse: ({ lastUsedAt }) => at - (timeOfUse(lastUsedAt) ?? -Infinity) <= IN_USE_MS,
      isOwnRenewal: (after) => originOf(after) === 'renewal',
    },
  )
  const lines: KeptEntry[] = []
  const changes = new Map<HistorySession, HistorySession>()
  const newAlerts: HistorySession[] = []

  function upToDate(before: HistorySession, after: ApiSession): HistorySession {
    const next = broughtUpToDate(before, after)
    // The service calls it otherwise by now.
    const isSameName = before.name === next.name || facts.keyOf(before.name) === facts.keyOf(next.name)
    return isSameName ? next : { ...next, number: numberOf(next.name) }
  }

  for (const { before, after } of diff.kept) {
    const next = upToDate(before, after)
    if (isUsedAgain(before, after)) lines.push(createEntry('usedAgain', 'elsewhere', at, next))
    if (next !== before) changes.set(before, next)
  }
  for (const { before, after } of diff.renewed) {
    const next = { ...upToDate(before, after), id: after.id }
    changes.set(before, next)
    if (!after.isCurrent) lines.push(createEntry('renewed', 'elsewhere', at, next))
  }
  for (const session of diff.vanished) {
    const by = goneBy(session, facts)
    changes.set(session, { ...session, endedAt: at, endedBy: by })
    if (by !== 'thisApp') lines.push(createEntry('ended', by, at, session))
  }
  for (const [session, known] of back)
    changes.set(known, { ...upToDate(known, session), endedAt: null, endedBy: null })
  const numbers = numbersOf([...diff.appeared, ...diff.perhapsRenewed])
  function added(session: ApiSession, mayBeRenewed: boolean): HistorySession {
    const isOurs = session.isCurrent || originOf(session) !== null
    const isAlarming = !isOurs && !facts.isOrphan(session.id) && facts.alertsEnabled
    const kept = firstSeen(session, at, {
      number: numbers.get(session) ?? 1,
      alert: isAlarming ? 'open' : 'none',
      mayBeRenewed: isAlarming && mayBeRenewed,
    })
    if (isAlarming) newAlerts.push(kept)
    lines.push(newSessionEntry(kept, isOurs, facts))
    return kept
  }
  const all = [
    ...diff.appeared.map((session) => added(session, false)),
    ...diff.perhapsRenewed.map((session) => added(session, true)),
  ]

  if (changes.size + all.length + lines.length === 0) return { history, newAlerts }
  const sessions = history.sessions.map((session) => changes.get(session) ?? session)
  const entries = lines.reduce(withLine, history.entries)
  return { history: { ...history, sessions: [...sessions, ...all], entries }, newAlerts }
}

/** What was gone and is listed again, by its row in the fresh list: the last one that it can be. */
function returned(
  ended: readonly HistorySession[],
  listed: readonly HistorySession[],
  fresh: readonly ApiSession[],
): Map<ApiSession, HistorySession> {
  const there = new Set(listed.map(({ id }) => id))
  const byId = sessionsById(ended)
  const back = new Map<ApiSession, HistorySession>()
  for (const session of fresh) {
    const known = byId.get(session.id)?.findLast((one) => isSameSession(one, session))
    if (known && !there.has(session.id)) back.set(session, known)
  }
  return back
}

function newSessionEntry(
  session: HistorySession,
  isOurs: boolean,
  { at, isOrphan }: ReconcileContext,
): KeptEntry {
  if (isOurs) return createEntry('signedIn', 'thisApp', at, session)
  if (session.alert === 'none')
    return createEntry('appeared', isOrphan(session.id) ? 'thisApp' : 'elsewhere', at, session)
  return createEntry(session.mayBeRenewed ? 'perhapsRenewed' : 'newSignIn', 'elsewhere', at, session)
}

/** What this app is ending is told once its outcome is known; who ended this device's own session cannot be seen. */
function goneBy(session: HistorySession, { isRevoking: isEnding }: ReconcileContext): Actor {
  if (isEnding(session)) return 'thisApp'
  return session.isCurrent ? 'unknown' : 'elsewhere'
}

function isUsedAgain(before: HistorySession, after: ApiSession): boolean {
  const [last, now] = [timeOfUse(before.lastUsedAt), timeOfUse(after.lastUsedAt)]
  return !after.isCurrent && last !== null && now !== null && now - last >= LONG_UNUSED_MS
}

/** The same object when there is nothing new that is worth a write. */
function broughtUpToDate(before: HistorySession, after: ApiSession): HistorySession {
  const usedAt = timeOfUse(after.lastUsedAt)
  // What is not known now does not undo what was known.
  const wasUsed =
    usedAt === null
      ? before.lastUsedAt === 'unknown' && after.lastUsedAt === null
      : usedAt - (timeOfUse(before.lastUsedAt) ?? -Infinity) >= USE_GRAIN_MS
  // Whatever it was taken for: it is this device.
  const alert = after.isCurrent && before.alert === 'open' ? 'none' : before.alert
  const createdAt = after.createdAt ?? before.createdAt
  const isSame =
    before.name === after.name &&
    before.isCurrent === after.isCurrent &&
    before.createdAt === createdAt &&
    alert === before.alert &&
    !wasUsed
  if (isSame) return before
  const { name, isCurrent } = after
  const lastUsedAt = wasUsed ? after.lastUsedAt : before.lastUsedAt
  const signedInAt = before.signedInAt ?? createdAt
  return { ...before, name, isCurrent, alert, lastUsedAt, createdAt, signedInAt }
}

/** A device that renews its token again and again is one line a day. */
function withLine(entries: readonly KeptEntry[], line: KeptEntry): readonly KeptEntry[] {
  if (line.type !== 'renewed') return [...entries, line]
  const known = entries.findLastIndex(
    ({ type: deed, name, number }) => deed === 'renewed' && name === line.name && number === line.number,
  )
  const last = entries[known]
  if (last && line.at - last.at < ONE_RENEWAL_MS)
    return entries.with(known, { ...last, sessionId: line.sessionId })
  return [...entries, line]
}
