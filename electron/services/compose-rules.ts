import type { Accounts } from './accounts.ts'
import { createEndRules, type EndRules } from './end-rules.ts'
import type { BulkRevocations } from './bulk-revocations.ts'
import type { HistoryBook } from './history.ts'
import type { Outside } from './outside.ts'
import type { ServiceClocks } from './service-clocks.ts'
import type { SessionLists } from './session-lists.ts'

/** The services that rules look at, and end by. */
export interface RuleSources {
  accounts: Accounts
  lists: SessionLists
  bulk: BulkRevocations
  history: HistoryBook
  serviceClocks: ServiceClocks
}

/** Wires the rules that end inactive sessions. */
export function composeRules(outside: Outside, sources: RuleSources): EndRules {
  const { clock, log } = outside
  return createEndRules({
    ...sources,
    cabinet: outside.files.rules,
    clock,
    log,
    ran: (run) => outside.events.emit('ruleRan', run),
  })
}
