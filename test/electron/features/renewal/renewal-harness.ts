import { listSessions } from '../../../../electron/api/sessions.ts'
import type { Account } from '../../../../electron/shared/account.ts'
import type { LostRenewal } from '../../../../electron/features/renewal/domain/orphan.ts'
import { createAccounts } from '../../../../electron/core/accounts.ts'
import { createGateway } from '../../../../electron/core/gateway.ts'
import {
  createRenewalJournal,
  type RenewalJournalFile,
} from '../../../../electron/features/renewal/renewal-journal.ts'
import { createRenewalWarnings } from '../../../../electron/features/renewal/renewal-warnings.ts'
import { createRenewals } from '../../../../electron/features/renewal/renewals.ts'
import { createServiceClocks } from '../../../../electron/core/service-clocks.ts'
import { createVault, type Ciphertexts } from '../../../../electron/core/vault.ts'
import { accountStoreOver, fakeForgetting, fakeStore, fakeCipher, fakeClock, fakeLog } from '../../fakes.ts'
import { accountOf, fakeService, type Answer } from '../../fake-service.ts'
import { logoutFiles, logoutsOver } from '../auth/logout-harness.ts'

export const REFRESH = 'POST /auth/refresh'
export const ME = 'GET /auth/me'
export const LIST = 'GET /auth/sessions'
export const HOUR = 3_600_000
export const unauthenticated: Answer = { status: 401, body: { message: 'Unauthenticated.' } }
const me: Answer = { status: 200, body: { data: { user: { id: 7, email: 'ana@example.com' } } } }

const THIS_DEVICE = {
  id: 1,
  name: 'This desk',
  lastUsedAt: null,
  createdAt: null,
  isCurrent: true,
}

/** An account whose token of an hour was issued just now, at a service that knows the valid token. */
export async function setUpRenewal({
  every = null,
  expiresIn = HOUR,
  skew = () => 0,
  account = accountOf(7),
}: { every?: number | null; expiresIn?: number | null; skew?: () => number; account?: Account } = {}) {
  const clock = fakeClock()
  const service = fakeService(clock, () => clock.real() + skew())
  const files = {
    vault: fakeStore<Ciphertexts>({}),
    journal: fakeStore<RenewalJournalFile>({}),
    ...logoutFiles(),
  }
  const cipher = fakeCipher()
  const accountsFile = fakeStore({ accounts: [account], activeAccountId: account.id })
  const lost: LostRenewal[] = []
  /** The number of warnings after each change. */
  const warningCounts: number[] = []
  const state = { good: '1|first', issued: 1 }

  service.on(LIST, ({ token }) =>
    token === state.good ? { status: 200, body: { data: { sessions: [] } } } : unauthenticated,
  )
  service.on(ME, ({ token }) => (token === state.good ? me : unauthenticated))
  const renewed = (): Answer => {
    state.good = `${++state.issued}|renewed`
    const expires_at = expiresIn === null ? null : new Date(clock.now() + expiresIn).toISOString()
    return { status: 200, body: { data: { token: state.good, token_type: 'Bearer', expires_at } } }
  }
  service.on(REFRESH, ({ token }) => (token === state.good ? renewed() : unauthenticated))

  function start() {
    const accounts = createAccounts(accountsFile, fakeLog(), () => undefined)
    const vault = createVault({ cipher, store: files.vault, log: fakeLog() })
    const transportOf = (_id: string, baseUrl: string) => service.transportTo(baseUrl)
    const log = fakeLog()
    const { on, forget } = fakeForgetting()
    const serviceClocks = createServiceClocks(clock, on)
    const journal = createRenewalJournal(
      accountStoreOver(files.journal, fakeLog(), on),
      (_id, renewal) => void lost.push(renewal),
      fakeLog(),
    )
    const warnings = createRenewalWarnings({
      accounts,
      serviceClocks,
      clock,
      changed: () => void warningCounts.push(warnings.all().length),
    })
    const pending = logoutsOver({ vault, clock, transportTo: service.transportTo, files })
    const { logouts, unconfirmedSessions, work } = pending
    const renewals = createRenewals({
      accounts,
      vault,
      transportOf,
      journal,
      logouts,
      work,
      serviceClocks,
      onAccountForgotten: on,
      renewalInterval: () => every,
      warnings,
      clock,
      random: () => 0.5,
      log,
    })
    renewals.applyList(account.id, [THIS_DEVICE])
    const gateway = createGateway({
      accounts,
      vault,
      transportOf,
      ensureFresh: renewals.ensureFresh,
      journal,
      failed: () => undefined,
      onAccountForgotten: on,
      clock,
      log,
    })
    const list = async () => {
      const listed = await gateway.callAs(account.id, listSessions)
      if (listed.ok) serviceClocks.sync(account.id, clock.now() + (listed.value.skew ?? 0))
      return listed
    }
    const accountStatus = () => accounts.get(account.id)?.status
    return {
      accounts,
      vault,
      renewals,
      warnings,
      gateway,
      serviceClocks,
      list,
      accountStatus,
      log,
      logouts,
      unconfirmedSessions,
      work,
      forget,
    }
  }

  const app = start()
  const expiresAt = expiresIn === null ? null : clock.now() + expiresIn
  await app.vault.put(account.id, state.good, { issuedAt: clock.now(), expiresAt })
  return {
    ...app,
    lost,
    warningCounts,
    account,
    clock,
    service,
    files,
    state,
    start,
    renewed,
    countRequests: service.countRequests,
  }
}
