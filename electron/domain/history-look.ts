import type { ActivityEntry, Doer } from '../contract/activity.ts'
import type { ToldSession } from './told-session.ts'
import { firstSeen, lineOf, type History, type KeptSession } from './history.ts'
import { diffOf } from './list-diff.ts'

/** What is known beside a list when it is looked at; `at` is epoch ms by the service's clock. */
export interface LookFacts {
  at: number
  /** How this app came to a session's token, or null. */
  ownWay(id: number): 'signIn' | 'renewal' | null
  /** Whether this app is ending a session just now, and will tell what became of it. */
  isEnding(id: number): boolean
  /** Whether this app made a session that it does not use: what a lost renewal left behind. */
  isLeftover(id: number): boolean
  /** False where another account tells of the same sign-ins. */
  mayAlert: boolean
}

/** ms: what is told of the last use of a session is written down as often as this. */
const USE_GRAIN = 3_600_000
/** ms without a use after which the next one is worth a line. */
const LONG_UNUSED = 7 * 86_400_000
/** ms in which the renewals of one device are one line. */
const ONE_RENEWAL = 86_400_000

/**
 * The history after a fresh list, and the sessions that it raises an alert for. The very same history when there is
 * nothing to write down; `history` is null before the first list ever, which is taken as it is.
 */
export function look(
  history: History | null,
  fresh: readonly ToldSession[],
  facts: LookFacts,
): { history: History; alarming: KeptSession[] } {
  const { at, ownWay } = facts
  if (history === null) {
    const ours = fresh.filter(({ id, isCurrent }) => isCurrent && ownWay(id) === 'signIn')
    const sessions = fresh.map((session) => firstSeen(session, at, 'none'))
    const entries = ours.map((session) => lineOf('signedIn', 'us', at, session))
    return { history: { since: at, sessions, entries }, alarming: [] }
  }

  const ended = new Map(
    history.sessions.filter(({ endedAt }) => endedAt !== null).map((one) => [one.id, one]),
  )
  const listed = history.sessions.filter(({ endedAt }) => endedAt === null)
  const diff = diffOf(
    listed,
    // One that was gone and is there again was never gone: the services behind one address may disagree for a moment.
    fresh.filter(({ id }) => !ended.has(id)),
    (before, after) => !facts.isEnding(before.id) && ownWay(after.id) !== 'signIn',
  )
  const back = fresh.filter(({ id }) => ended.has(id))
  const lines: ActivityEntry[] = []
  const changes = new Map<number, KeptSession>()
  const alarming: KeptSession[] = []

  for (const { before, after } of diff.kept) {
    if (isUsedAgain(before, after)) lines.push(lineOf('usedAgain', 'elsewhere', at, after))
    const next = broughtUpToDate(before, after)
    if (next !== before) changes.set(before.id, next)
  }
  for (const { before, after } of diff.renewed) {
    changes.set(before.id, { ...broughtUpToDate(before, after), id: after.id })
    if (!after.isCurrent) lines.push(lineOf('renewed', 'elsewhere', at, after))
  }
  for (const session of diff.vanished) {
    const by = goneBy(session, facts)
    changes.set(session.id, { ...session, endedAt: at, endedBy: by })
    if (by !== 'us') lines.push(lineOf('ended', by, at, session))
  }
  for (const session of back) {
    const known = ended.get(session.id)
    if (known) changes.set(session.id, { ...broughtUpToDate(known, session), endedAt: null, endedBy: null })
  }
  const added = diff.appeared.map((session) => {
    const isOurs = session.isCurrent || ownWay(session.id) !== null
    const isAlarming = !isOurs && !facts.isLeftover(session.id) && facts.mayAlert
    const kept = firstSeen(session, at, isAlarming ? 'open' : 'none')
    if (isAlarming) alarming.push(kept)
    lines.push(lineOfNew(session, isOurs, isAlarming, facts))
    return kept
  })

  if (changes.size + added.length + lines.length === 0) return { history, alarming }
  const sessions = history.sessions.map((session) => changes.get(session.id) ?? session)
  const entries = lines.reduce(withLine, history.entries)
  return { history: { ...history, sessions: [...sessions, ...added], entries }, alarming }
}

function lineOfNew(
  session: ToldSession,
  isOurs: boolean,
  isAlarming: boolean,
  { at, isLeftover }: LookFacts,
): ActivityEntry {
  if (isOurs) return lineOf('signedIn', 'us', at, session)
  if (isAlarming) return lineOf('newSignIn', 'elsewhere', at, session)
  return lineOf('appeared', isLeftover(session.id) ? 'us' : 'elsewhere', at, session)
}

/** What this app is ending is told once its outcome is known; who ended this device's own session cannot be seen. */
function goneBy({ id, isCurrent }: KeptSession, { isEnding }: LookFacts): Doer {
  if (isEnding(id)) return 'us'
  return isCurrent ? 'unknown' : 'elsewhere'
}

function isUsedAgain(before: KeptSession, after: ToldSession): boolean {
  if (after.isCurrent || before.lastUsedAt === null || after.lastUsedAt === null) return false
  return after.lastUsedAt - before.lastUsedAt >= LONG_UNUSED
}

/** The same object when there is nothing new that is worth a write. */
function broughtUpToDate(before: KeptSession, after: ToldSession): KeptSession {
  const wasUsed =
    after.lastUsedAt !== null &&
    (before.lastUsedAt === null || after.lastUsedAt - before.lastUsedAt >= USE_GRAIN)
  // Whatever it was taken for: it is this device.
  const alert = after.isCurrent && before.alert === 'open' ? 'none' : before.alert
  const isSame =
    before.name === after.name && before.isCurrent === after.isCurrent && alert === before.alert && !wasUsed
  if (isSame) return before
  const { name, isCurrent } = after
  const lastUsedAt = wasUsed ? after.lastUsedAt : before.lastUsedAt
  return { ...before, name, isCurrent, alert, lastUsedAt, createdAt: before.createdAt ?? after.createdAt }
}

/** A device that renews its token again and again is one line a day. */
function withLine(entries: readonly ActivityEntry[], line: ActivityEntry): readonly ActivityEntry[] {
  if (line.deed !== 'renewed') return [...entries, line]
  const known = entries.findLastIndex(({ deed, name }) => deed === 'renewed' && name === line.name)
  const last = entries[known]
  if (last && line.at - last.at < ONE_RENEWAL)
    return entries.with(known, { ...last, sessionId: line.sessionId })
  return [...entries, line]
}
