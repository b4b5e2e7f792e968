import { z } from 'zod'
import { RULE_DAYS, type Rule } from '../rules.ts'
import { accountId, MAX_SESSIONS, sessionKey } from './payloads.ts'
import { typeOf } from './table.ts'

const days = z.literal(RULE_DAYS)

/** The rule that ends unused sessions. */
export const ruleRequests = {
  'rule:get': { payload: z.strictObject({ accountId }), answer: typeOf<Rule>() },
  /** `keys` are the sessions that the question showed: what the rule ends now is no other. */
  'rule:set': {
    payload: z.strictObject({
      accountId,
      afterDays: days.nullable(),
      keys: z.array(sessionKey).max(MAX_SESSIONS),
    }),
    answer: typeOf<null>(),
  },
  /** Exempts a listed session from the rule, or takes that back. */
  'rule:exempt': {
    payload: z.strictObject({ accountId, key: sessionKey, isExempt: z.boolean() }),
    answer: typeOf<null>(),
  },
}
