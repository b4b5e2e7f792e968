import type { Transport } from '../api/transport.ts'
import { msOf } from '../domain/token-expiry.ts'
import type { Accounts } from './accounts.ts'
import type { Outside } from './outside.ts'
import { createRenewalTroubles } from './renewal-troubles.ts'
import type { RenewalMarks } from './renewal-marks.ts'
import { createRenewals } from './renewals.ts'
import type { PendingLogouts } from './pending-logouts.ts'
import type { ServiceClocks } from './service-clocks.ts'
import type { SessionLists } from './session-lists.ts'
import type { Vault } from './vault.ts'
import type { WorkUnderWay } from './work-under-way.ts'

/** The services that renewing works with; the lists are made later than it. */
export interface RenewalParts {
  accounts: Accounts
  vault: Vault
  transportOf(accountId: string, baseUrl: string): Transport
  marks: RenewalMarks
  logouts: Pick<PendingLogouts, 'discard'>
  work: WorkUnderWay
  serviceClocks: ServiceClocks
  lists(): SessionLists
}

/** Wires the renewals, and what is told of those that fail near the end of a token. */
export function composeRenewals(outside: Outside, parts: RenewalParts) {
  const { accounts, serviceClocks, lists, ...others } = parts
  const { clock, random, log } = outside
  const renewalTroubles = createRenewalTroubles({
    accounts,
    serviceClocks,
    clock,
    changed: () => outside.events.emit('stateChanged'),
  })
  const renewals = createRenewals({
    ...others,
    accounts,
    serviceClocks,
    currentSession(accountId) {
      const current = lists()
        .get(accountId)
        .sessions?.find(({ isCurrent }) => isCurrent)
      return current ? { id: current.id, name: current.rawName } : null
    },
    every: () => msOf(outside.settings.get().renewal),
    troubles: renewalTroubles,
    clock,
    random,
    log,
  })
  return { renewals, renewalTroubles }
}
