/** The choices of days, the shortest first: a rule that ends what was used this week would end what is in use. */
export const RULE_DAYS = [30, 60, 90, 180, 365] as const
/** Whole days without use after which a session is ended. */
export type RuleDays = (typeof RULE_DAYS)[number]

/** As many sessions of one account as can be exempt. */
export const MAX_EXEMPT = 1_000

/**
 * Why a rule does nothing now. `notFresh`: there is no list that came just now; `deviceUnclear`: the list does not say
 * which session is this device; `agesUnclear`: it cannot be told for how long sessions were not used; `ranToday`: at most
 * once a day; `busy`: other sessions are being ended, or wait for the person.
 */
export type RuleBlocker =
  'apiToken' | 'off' | 'notFresh' | 'deviceUnclear' | 'agesUnclear' | 'ranToday' | 'busy'

/** A session that a rule looks at, and for how many whole days it was not used; null when that is not known. */
export interface RuleCandidate {
  sessionId: number
  name: string
  days: number | null
}

/** What a person chose for one account; null is off. */
export interface RuleSettings {
  afterDays: RuleDays | null
  /** The ids of sessions that stay whatever their age. */
  exempt: number[]
}

/** The rule of one account, and what it would do now, the longest unused first. */
export interface Rule extends RuleSettings {
  /** When it last ended sessions, epoch ms by the service's clock. */
  lastRunAt: number | null
  wouldRevoke: RuleCandidate[]
  /** The exempt sessions that are listed. */
  exemptListed: RuleCandidate[]
  /** Why it would not do it now; null when it does with the next list. */
  blockedBy: RuleBlocker | null
}

/** A rule that has just been carried out: `count` sessions are being ended, which can be undone for a while. */
export interface RuleRun {
  accountId: string
  afterDays: RuleDays
  count: number
}
