import { createAccounts } from '../../../../electron/core/accounts.ts'
import { createGateway } from '../../../../electron/core/gateway.ts'
import {
  createPasswordJournal,
  type PasswordJournalFile,
} from '../../../../electron/features/password/password-journal.ts'
import { createPasswordProbes } from '../../../../electron/features/password/password-probes.ts'
import type { SettledPassword } from '../../../../electron/shared/password.ts'
import { createPasswords } from '../../../../electron/features/password/passwords.ts'
import { listSessions } from '../../../../electron/api/sessions.ts'
import type { DeviceSession } from '../../../../electron/shared/session.ts'
import { ok } from '../../../../electron/shared/result.ts'
import { createVault, type Ciphertexts } from '../../../../electron/core/vault.ts'
import { accountStoreOver, fakeForgetting, fakeStore, fakeCipher, fakeClock, fakeLog } from '../../fakes.ts'
import { accountOf, fakeService, type Answer } from '../../fake-service.ts'

export const [CHANGE, LOGIN, LOGOUT, ME, LIST] = [
  'POST /auth/password/change',
  'POST /auth/login',
  'POST /auth/logout',
  'GET /auth/me',
  'GET /auth/sessions',
] as const
export const OLD = 'old-canary-password'
export const NEW = 'new-canary-password'
export const refused: Answer = { status: 401, body: { message: 'Unauthenticated.' } }
export const lost: Answer = { kind: 'outcomeUnknown' }

/** An account, and a service with its password and its sessions. */
export async function setUpPassword(account = accountOf(7)) {
  const clock = fakeClock()
  const service = fakeService(clock)
  const accountsFile = fakeStore({ accounts: [account], activeAccountId: account.id })
  const files = { vault: fakeStore<Ciphertexts>({}), journal: fakeStore<PasswordJournalFile>({}) }
  const log = fakeLog()
  const forgetting = fakeForgetting()
  /** The number of reports after each change. */
  const reportCounts: number[] = []
  /** The accounts whose password certainly changed. */
  const done: string[] = []
  /** The outcomes of changes, and `closed` when a report was closed. */
  const events: (SettledPassword | 'closed')[] = []
  /** The page that the window shows, and the rows of its list. */
  const window = { page: 1 as number | null, rows: [] as DeviceSession[] | null }
  const serviceState = { password: OLD, sessions: new Map([[1, 'This desk']]), twoFactor: false }

  service.on(ME, ({ token }) =>
    token === '1|own'
      ? { status: 200, body: { data: { user: { id: 7, email: 'user7@example.com' } } } }
      : refused,
  )
  service.on(LIST, () => ({
    status: 200,
    body: {
      data: {
        sessions: [...serviceState.sessions].map(([id, name]) => ({ id, name, is_current: id === 1 })),
      },
    },
  }))
  service.on(LOGIN, ({ body }) => {
    const sent = JSON.parse(JSON.stringify(body)) as { password: string; device_name: string }
    if (sent.password !== serviceState.password)
      return { status: 422, body: { errors: { email: ['No match.'] } } }
    if (serviceState.twoFactor) return { status: 200, body: { success: true, two_factor_required: true } }
    const id = serviceState.sessions.size + 1
    serviceState.sessions.set(id, sent.device_name)
    return { status: 200, body: { data: { token: `${id}|probe`, expires_at: null } } }
  })
  service.on(LOGOUT, ({ token = '' }) => {
    serviceState.sessions.delete(Number(token.split('|')[0]))
    return { status: 204 }
  })
  for (let id = 2; id < 6; id++) {
    service.on(`DELETE /auth/sessions/${id}`, () => (serviceState.sessions.delete(id), { status: 204 }))
  }
  const change = (): Answer => ((serviceState.password = NEW), { status: 200, body: { success: true } })
  service.on(CHANGE, change)

  function start() {
    const accounts = createAccounts(accountsFile, log, () => undefined)
    const vault = createVault({ cipher: fakeCipher(), store: files.vault, log })
    const gateway = createGateway({
      accounts,
      vault,
      transportOf: (_id, baseUrl) => service.transportTo(baseUrl),
      ensureFresh: async () => undefined,
      journal: { of: () => null, markLost: () => undefined },
      failed: () => undefined,
      onAccountForgotten: forgetting.on,
      clock,
      log,
    })
    const journal = createPasswordJournal(accountStoreOver(files.journal, log, forgetting.on, true))
    const check = async (id: string) => {
      const listed = await gateway.callAs(id, listSessions)
      if (!listed.ok) return listed
      await probes.cleanUp(id, listed.value.sessions)
      return ok(listed.value.sessions)
    }
    const probes = createPasswordProbes({
      gateway,
      journal,
      transportTo: service.transportTo,
      refreshList: check,
      clock,
      log,
    })
    const passwords = createPasswords({
      accounts,
      gateway,
      journal,
      probes,
      transportTo: service.transportTo,
      known: () => window.rows,
      refreshList: check,
      done: (id) => void done.push(id),
      settled: (settled) => void events.push(settled),
      closed: () => void events.push('closed'),
      page: () => window.page,
      onAccountForgotten: forgetting.on,
      changed: () => void reportCounts.push(passwords.reports().length),
      clock,
      log,
    })
    return { accounts, vault, gateway, journal, probes, passwords, check }
  }

  const app = start()
  await app.vault.put(account.id, '1|own', { issuedAt: 0, expiresAt: null })
  const typed = {
    accountId: account.id,
    currentPassword: OLD,
    password: NEW,
    passwordConfirmation: NEW,
  }
  return {
    ...app,
    forget: forgetting.forget,
    reportCounts,
    done,
    events,
    window,
    start,
    account,
    clock,
    service,
    files,
    log,
    serviceState,
    typed,
    change,
    countRequests: service.countRequests,
  }
}
