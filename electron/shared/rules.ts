/** The numbers of days without use that can be looked at, ascending. A rule of a shorter one would end sessions that are in use. */
export const RULE_DAYS = [30, 60, 90, 180, 365] as const
/** Whole days without use after which a rule ends a session. */
export type RuleDays = (typeof RULE_DAYS)[number]

/**
 * Why a rule does nothing now. `notFresh`: the account is not signed in, or has no fresh list or no history.
 * `deviceUnclear`: the list does not tell which session is this device. `agesUnclear`: the times of last use are
 * unreliable. `ranToday`: it runs at most once a day. `busy`: the account has an unfinished revocation.
 */
export type RuleBlocker = 'apiToken' | 'notFresh' | 'deviceUnclear' | 'agesUnclear' | 'ranToday' | 'busy'

const DOUBTS: ReadonlySet<RuleBlocker | null> = new Set([
  'apiToken',
  'notFresh',
  'deviceUnclear',
  'agesUnclear',
])

/** Whether nobody can tell what a rule would end, so that it can neither be turned on nor get other days. */
export function isRuleDoubtful(blockedBy: RuleBlocker | null): boolean {
  return DOUBTS.has(blockedBy)
}

/** The rule of one account. What it would end is the plan of the chip of its days. */
export interface Rule {
  /** Null if the rule is off. */
  afterDays: RuleDays | null
  /** When a session last ended by it, epoch ms by the service's clock; null if the history has none. */
  lastEndedAt: number | null
  /**
   * When it ends sessions next if nobody uses them before, epoch ms by the service's clock, at the earliest; null if it ends none
   * that is listed, or nobody can tell.
   */
  nextRunAt: number | null
  /** Why it would do nothing now, if it is on; null if it runs with the next list. */
  blockedBy: RuleBlocker | null
}

/** A run of a rule: `count` sessions are being ended, and the person can undo it during the undo window. */
export interface RuleRun {
  accountId: string
  afterDays: RuleDays
  count: number
}
