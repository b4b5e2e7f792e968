import { observed, type Transport } from '../api/transport.ts'
import { createGateway } from '../core/gateway.ts'
import { createRateLimits } from '../core/rate-limits.ts'
import { createServiceClocks } from '../core/service-clocks.ts'
import { allRead } from '../core/settings.ts'
import { createVault } from '../core/vault.ts'
import { createWorkUnderWay } from '../core/work-under-way.ts'
import { intervalMs } from '../domain/token-expiry.ts'
import { createGrants, createPendingLogouts, createUnconfirmedSessions } from '../features/auth/index.ts'
import { createProfiles } from '../features/profile/index.ts'
import {
  createOrphans,
  createRenewalJournal,
  createRenewalWarnings,
  createRenewals,
} from '../features/renewal/index.ts'
import type { ServiceContext } from './service-context.ts'

/** The services that keep, renew and use the tokens of the accounts. */
export type TokenServices = ReturnType<typeof createTokenServices>

/** Creates the vault, the renewals, the gateway, and what else the accounts and their tokens need. */
export function createTokenServices(context: ServiceContext) {
  const { accounts, files, clock, log, failures, settings, page, common, announce, storeOf } = context

  const { renewal, ...left } = settings.of('tokens')
  allRead(left)

  const work = createWorkUnderWay()
  const unconfirmedSessions = createUnconfirmedSessions({
    store: files.unconfirmed,
    work,
    added: announce('sessionUnconfirmed'),
    changed: announce('stateChanged'),
    ...common,
  })
  const grants = createGrants(clock)
  const transportOf = (key: string, baseUrl: string): Transport =>
    observed(context.transportOf(key, baseUrl), [failures.observe, grants.observe])
  const transportTo = (baseUrl: string): Transport => transportOf('sign-in', baseUrl)
  const vault = createVault({ cipher: context.cipher, store: files.vault, log })
  const accountRemoved = announce('accountRemoved')
  const logouts = createPendingLogouts({
    vault,
    store: files.logouts,
    transportOf,
    work,
    canShowOutcome: () => page() !== null,
    unconfirmed: unconfirmedSessions.add,
    removeAccount(accountId) {
      accounts.remove(accountId)
      accountRemoved(accountId, 'signedOut')
    },
    ...common,
  })
  const serviceClocks = createServiceClocks(clock, common.onAccountForgotten)
  const rateLimits = createRateLimits(clock, common.onAccountForgotten)
  const orphans = createOrphans(storeOf(files.orphans, 'orphans.notSaved'))
  const journal = createRenewalJournal(storeOf(files.renewals, 'token.renewalNotSaved'), orphans, log)
  const renewalWarnings = createRenewalWarnings({
    accounts,
    serviceClocks,
    clock,
    changed: announce('stateChanged'),
  })
  const renewals = createRenewals({
    accounts,
    vault,
    transportOf,
    journal,
    logouts,
    work,
    serviceClocks,
    renewalInterval: () => intervalMs(renewal()),
    warnings: renewalWarnings,
    rateLimits,
    ...common,
  })
  const gateway = createGateway({
    accounts,
    vault,
    transportOf,
    ensureFresh: renewals.ensureFresh,
    journal,
    failed: failures.record,
    rateLimits,
    log,
  })
  const profiles = createProfiles({ accounts, gateway, log })

  return {
    ...{ vault, gateway, transportOf, transportTo, serviceClocks, work, profiles },
    ...{ grants, unconfirmedSessions, logouts, orphans, renewals, renewalWarnings },
  }
}
