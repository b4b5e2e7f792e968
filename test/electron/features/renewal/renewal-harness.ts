import { listSessions } from '../../../../electron/api/sessions.ts'
import type { LostRenewal } from '../../../../electron/features/renewal/domain/orphan.ts'
import {
  createRenewalJournal,
  type RenewalJournalFile,
} from '../../../../electron/features/renewal/renewal-journal.ts'
import { createRenewalWarnings } from '../../../../electron/features/renewal/renewal-warnings.ts'
import { createRenewals } from '../../../../electron/features/renewal/renewals.ts'
import { createGateway } from '../../../../electron/core/gateway.ts'
import { createServiceClocks } from '../../../../electron/core/service-clocks.ts'
import { LIST, ME, REFRESH, unauthenticated, type CoreOptions } from '../../core/core-harness.ts'
import type { Answer } from '../../fake-service.ts'
import { accountStoreOver, fakeLog, fakeStore } from '../../fakes.ts'
import { setUpAuth } from '../auth/auth-harness.ts'
import { apiSession } from '../../../support/builders.ts'

export { REFRESH }
export const HOUR = 3_600_000
const me: Answer = { status: 200, body: { data: { user: { id: 7, email: 'ana@example.com' } } } }
const THIS_DEVICE = apiSession({ name: 'This desk', isCurrent: true })
/** When the fake clock starts. */
const NOW = 1_000_000

/** An answer with a new token. */
export const grantedUntil = (token: string, expiresAt: number | null): Answer => {
  const expires_at = expiresAt === null ? null : new Date(expiresAt).toISOString()
  return { status: 200, body: { data: { token, token_type: 'Bearer', expires_at } } }
}

/** An account whose token of an hour was issued just now, at a service that knows the valid token. */
export async function setUpRenewal({
  every = null,
  expiresIn = HOUR,
  ...options
}: { every?: number | null; expiresIn?: number | null } & CoreOptions = {}) {
  const state = { good: '1|first', issued: 1 }
  const expiresAt = expiresIn === null ? null : NOW + expiresIn
  const life = { issuedAt: NOW, expiresAt }
  const auth = await setUpAuth({ life, tokenOf: () => state.good, ...options })
  const { clock, service, account, others } = auth
  const files = { ...auth.files, journal: fakeStore<RenewalJournalFile>({}) }
  const lost: LostRenewal[] = []
  /** The number of warnings after each change. */
  const warningCounts: number[] = []

  service.on(LIST, ({ token }) =>
    token === state.good ? { status: 200, body: { data: { sessions: [] } } } : unauthenticated,
  )
  service.on(ME, ({ token }) => (token === state.good ? me : unauthenticated))
  const renewed = (): Answer => {
    state.good = `${++state.issued}|renewed`
    return grantedUntil(state.good, expiresIn === null ? null : clock.now() + expiresIn)
  }
  service.on(REFRESH, ({ token }) => (token === state.good ? renewed() : unauthenticated))

  function over(app: ReturnType<typeof auth.start>) {
    const { accounts } = app
    const serviceClocks = createServiceClocks(clock, app.onAccountForgotten)
    const journal = createRenewalJournal(
      accountStoreOver(files.journal, fakeLog(), app.onAccountForgotten),
      { lost: (_id, renewal) => void lost.push(renewal), lastLostAt: () => lost.at(-1)?.at ?? null },
      fakeLog(),
    )
    const changed = () => void warningCounts.push(warnings.all().length)
    const warnings = createRenewalWarnings({ accounts, serviceClocks, clock, changed })
    const parts = { ...app, serviceClocks, journal, warnings }
    const renewals = createRenewals({ ...parts, renewalInterval: () => every })
    others.underWay = renewals.underWay
    renewals.applyList(account.id, [THIS_DEVICE])
    const { ensureFresh } = renewals
    const gateway = createGateway({ ...parts, ensureFresh, failed: () => undefined })
    const list = async () => {
      const listed = await gateway.callAs(account.id, listSessions)
      if (listed.ok) serviceClocks.sync(account.id, clock.now() + (listed.value.skew ?? 0))
      return listed
    }
    return { ...parts, renewals, gateway, list, accountStatus: () => accounts.get(account.id)?.status }
  }

  const { countRequests } = service
  const own = { lost, warningCounts, files, state, renewed, countRequests }
  return { ...auth, ...over(auth), ...own, start: () => over(auth.start()) }
}
