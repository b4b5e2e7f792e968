import { z } from 'zod'
import { RULE_DAYS, type Rule } from '../rules.ts'
import { accountId, sessionKey } from './payloads.ts'
import { typeOf } from './table.ts'

const days = z.literal(RULE_DAYS)

/** The rule that ends unused sessions. */
export const ruleRequests = {
  'rule:get': {
    payload: z.strictObject({ accountId, previewDays: days.exactOptional() }),
    answer: typeOf<Rule>(),
  },
  'rule:set': { payload: z.strictObject({ accountId, afterDays: days.nullable() }), answer: typeOf<null>() },
  /** Exempts a listed session from the rule, or takes that back. */
  'rule:exempt': {
    payload: z.strictObject({ accountId, key: sessionKey, isExempt: z.boolean() }),
    answer: typeOf<null>(),
  },
}
