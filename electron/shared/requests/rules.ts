import { z } from 'zod'
import { MAX_EXEMPT, RULE_DAYS, type Rule } from '../rules.ts'
import { accountId, sessionKey } from './payloads.ts'
import { typeOf } from './table.ts'

const days = z.literal(RULE_DAYS)
const settings = z.strictObject({ afterDays: days.nullable(), exempt: z.array(sessionKey).max(MAX_EXEMPT) })

/** The rule that ends unused sessions. */
export const ruleRequests = {
  'rule:get': {
    payload: z.strictObject({ accountId, previewDays: days.exactOptional() }),
    answer: typeOf<Rule>(),
  },
  'rule:set': { payload: z.strictObject({ accountId, settings }), answer: typeOf<null>() },
}
