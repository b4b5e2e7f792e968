import type { ruleRequests } from '../../shared/requests/rules.ts'
import { ok } from '../../shared/result.ts'
import type { Accounts } from '../../core/accounts.ts'
import { forKnownAccounts, type HandlersOf } from '../../core/handlers.ts'
import type { EndRules } from './end-rules.ts'

export interface RuleHandlerDependencies {
  accounts: Accounts
  rules: EndRules
}

/** Creates the handlers of the rule. */
export function createRuleHandlers({
  accounts,
  rules,
}: RuleHandlerDependencies): HandlersOf<typeof ruleRequests> {
  const known = forKnownAccounts(accounts)
  return {
    'rule:get': known(({ accountId }) => ok(rules.get(accountId))),
    'rule:set': known(({ accountId, afterDays, keys }) => {
      const set = rules.set(accountId, afterDays, keys)
      // At once, so that its first run ends what was shown.
      if (set.ok) rules.runIfDue(accountId)
      return set
    }),
    'rule:exempt': known(({ accountId, key, isExempt }) => rules.exempt(accountId, key, isExempt)),
  }
}
