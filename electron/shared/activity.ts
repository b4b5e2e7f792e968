import type { LastUse } from './last-use.ts'

/** What the local history tells of; `newSignIn` and `perhapsRenewed` raised an alert, `appeared` and `renewed` did not. */
export const ACTIVITY_TYPES = [
  'newSignIn',
  'perhapsRenewed',
  'appeared',
  'usedAgain',
  'renewed',
  'ended',
  'ruleRan',
  'itWasMe',
  'signedIn',
  'tokenRenewed',
  'passwordChanged',
  'signedOut',
  'signedOutEverywhere',
] as const
/** One kind of what happened. */
export type ActivityType = (typeof ACTIVITY_TYPES)[number]

/** Who did it, as far as it is certain: this app, certainly not this app, or nobody can tell. */
export const ACTORS = ['thisApp', 'elsewhere', 'unknown'] as const
/** One who did something. */
export type Actor = (typeof ACTORS)[number]

/** The files that a history can be written to. */
export const EXPORT_FORMATS = ['csv', 'json'] as const
/** One format of a file. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** One line of the history. `at` is epoch ms by the service's clock; what concerns no one session has null. */
export interface ActivityEntry {
  at: number
  type: ActivityType
  actor: Actor
  sessionId: number | null
  name: string | null
  /** How many sessions it was about, where that is told. */
  count?: number
}

/** A session as this app saw it come and go; times are epoch ms by the service's clock. */
export interface ObservedSession {
  id: number
  name: string
  createdAt: number | null
  /** To the hour where the session has ended. */
  lastUsedAt: LastUse
  isCurrent: boolean
  firstSeenAt: number
  /** Null while it is listed. */
  endedAt: number | null
  endedBy: Actor | null
}

/** The history of one account, the newest first. */
export interface Activity {
  accountId: string
  /** Since when it is kept; null before the first list. */
  since: number | null
  /** The service's time now; nothing here is later. */
  now: number
  sessions: ObservedSession[]
  entries: ActivityEntry[]
}

/** What of a history is meant; null does not narrow it. `from` is epoch ms, `text` what the name holds. */
export interface ActivityFilter {
  types: ActivityType[] | null
  actor: Actor | null
  from: number | null
  text: string
}

/**
 * A sign-in that nobody has answered for yet. `at` is when it was made, epoch ms by the service's clock. `mayBeRenewed`:
 * it came when one of the same name ended, which may be the same device.
 */
export interface NewSignIn {
  accountId: string
  sessionId: number
  createdAt: number | null
  name: string
  at: number
  mayBeRenewed: boolean
}

/** The open alerts of one account: how many, and the newest of them. */
export interface AccountAlerts {
  accountId: string
  count: number
  newest: NewSignIn[]
}

/** Whether an entry passes a filter. */
export function matchesFilter(entry: ActivityEntry, filter: ActivityFilter): boolean {
  const { types: deeds, actor: by, from, text } = filter
  return (
    (deeds?.includes(entry.type) ?? true) &&
    (by === null || by === entry.actor) &&
    entry.at >= (from ?? -Infinity) &&
    folded(entry.name ?? '').includes(folded(text.trim()))
  )
}

/** Case, accents and width are no difference. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** A token that could not be renewed and ends at `endsAt`, epoch ms by this computer's clock. */
export interface RenewalWarning {
  accountId: string
  endsAt: number
}
