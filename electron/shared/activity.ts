import { DAY_MS } from './dates.ts'
import { foldText } from './same-names.ts'
import type { SessionFacts } from './session-facts.ts'

/** For so long the app keeps a history, and what a signed-out account leaves behind. */
export const MAX_HISTORY_MS = 400 * DAY_MS

/**
 * The kinds of history entries; `newSignIn` raises an alert, `appeared` and `renewed` do not. `returned`
 * takes back an `ended` of the same session, which is listed again.
 */
export const ACTIVITY_TYPES = [
  'newSignIn',
  'appeared',
  'usedAgain',
  'renewed',
  'ended',
  'returned',
  'ruleRan',
  'itWasMe',
  'signedIn',
  'tokenRenewed',
  'passwordChanged',
  'signedOut',
  'signedOutEverywhere',
] as const
export type ActivityType = (typeof ACTIVITY_TYPES)[number]

/** The kinds of entries that the summary after some time away counts, by the change that they count as. */
export const CHANGES = {
  signedIn: ['newSignIn', 'appeared'],
  ended: ['ended'],
  renewed: ['renewed'],
} as const satisfies Record<string, readonly ActivityType[]>
export type Change = keyof typeof CHANGES

/** Who this app did something for: the person, by hand, or a rule or a review of theirs. */
export const OWN_ACTORS = ['thisApp', 'rule', 'review'] as const
export type OwnActor = (typeof OWN_ACTORS)[number]

/** The originators of an entry. `elsewhere`: certainly not this app. */
export const ACTORS = [...OWN_ACTORS, 'elsewhere', 'unknown'] as const
export type Actor = (typeof ACTORS)[number]

/** Whether this app did it, for whomever. */
export function isOwnActor(actor: Actor | null): actor is OwnActor {
  return actor !== null && actor !== 'elsewhere' && actor !== 'unknown'
}

export const EXPORT_FORMATS = ['csv', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/**
 * One entry of the history. `at` is epoch ms by the service's clock; `sessionId` and `name` are null for an entry about
 * no single session.
 */
export interface ActivityEntry {
  at: number
  /** The time of the list before `at`, if that was much earlier: the change happened between the two. */
  after?: number
  type: ActivityType
  actor: Actor
  sessionId: number | null
  name: string | null
  /** The number of sessions that the entry is about, where it is about several. */
  count?: number
}

/** An entry as the page shows it; `key` is that of its session, null for an entry about no single one. */
export interface ShownEntry extends ActivityEntry {
  key: number | null
  /** Whether its session is listed, and the entry does not tell of its end. */
  isListed?: true
}

/** A session as this app observed it; times are epoch ms by the service's clock. */
export interface ObservedSession extends SessionFacts {
  /** The app's own number of the session in its account: never used again, and the same after a renewal. */
  key: number
  firstSeenAt: number
  /** Null while the session is listed. */
  endedAt: number | null
  /** The time of the last list that had the session, if that was long before `endedAt`. */
  endedAfter?: number
  endedBy: Actor | null
}

/** The history of one account, newest first. */
export interface Activity {
  accountId: string
  /** The time of the first recorded list; null if none is recorded. */
  since: number | null
  /** The service's current time; no entry is later. */
  now: number
  sessions: ObservedSession[]
  entries: ShownEntry[]
}

/** What the history has of one listed session; times are epoch ms by the service's clock. */
export interface SessionHistory {
  /** When it signed in first: a renewal may change the time that the service tells. */
  signedInAt: number | null
  firstSeenAt: number
  /** Whether the first recorded list had it, so that `firstSeenAt` tells only when the history began. */
  isFromStart: boolean
  /** The names that the service gave it before. */
  formerNames: string[]
  /** Newest first. */
  entries: Pick<ActivityEntry, 'at' | 'after' | 'type' | 'actor'>[]
}

/**
 * Selects entries of a history; null selects all. They are not before `from` and before `to`, epoch ms by the service's clock;
 * `text` is a part of the session's name.
 */
export interface ActivityFilter {
  types: ActivityType[] | null
  actor: Actor | null
  from: number | null
  to: number | null
  text: string
}

/**
 * A sign-in that the person has not acknowledged yet. `at` is its time, or the time of the first list that had it;
 * epoch ms by the service's clock.
 */
export interface NewSignIn {
  accountId: string
  key: number
  name: string
  at: number
}

/**
 * The number of changes of each kind in one account since the person last viewed its list; `since` is that time, epoch
 * ms by the service's clock.
 */
export interface AwaySummary extends Record<Change, number> {
  accountId: string
  since: number
}

/** The open alerts of one account: their number, and the newest ones. */
export interface AccountAlerts {
  accountId: string
  count: number
  newest: NewSignIn[]
}

/** Whether an entry matches a filter. */
export function matchesFilter(entry: ActivityEntry, filter: ActivityFilter): boolean {
  const { types, actor, from, to, text } = filter
  return (
    (types?.includes(entry.type) ?? true) &&
    (actor === null || actor === entry.actor) &&
    entry.at >= (from ?? -Infinity) &&
    entry.at < (to ?? Infinity) &&
    foldText(entry.name ?? '').includes(foldText(text.trim()))
  )
}

/** A token that could not be renewed and expires at `endsAt`, epoch ms by this computer's clock. */
export interface RenewalWarning {
  accountId: string
  endsAt: number
}
