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
import { LIST, LOGIN, LOGOUT, lost, ME, setUpCore, unauthenticated } from '../../core/core-harness.ts'
import { accountOf, type Answer } from '../../fake-service.ts'
import { accountStoreOver, fakeStore } from '../../fakes.ts'

export const CHANGE = 'POST /auth/password/change'
export const OLD = 'old-canary-password'
export const NEW = 'new-canary-password'

/** An account, and a service with its password and its sessions. */
export async function setUpPassword(account = accountOf(7)) {
  const life = { issuedAt: 0, expiresAt: null }
  const core = await setUpCore({ all: [account], tokenOf: () => '1|own', life })
  const { service, log } = core
  const files = { ...core.files, journal: fakeStore<PasswordJournalFile>({}) }
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
      : unauthenticated,
  )
  service.on(LIST, () => {
    const sessions = [...serviceState.sessions].map(([id, name]) => ({ id, name, is_current: id === 1 }))
    return { status: 200, body: { data: { sessions } } }
  })
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
  /** The service changes the password. */
  const carryOut = (): Answer => ((serviceState.password = NEW), { status: 200, body: { success: true } })
  service.on(CHANGE, carryOut)

  function over(app: ReturnType<typeof core.start>) {
    const { gateway, onAccountForgotten } = app
    const journal = createPasswordJournal(accountStoreOver(files.journal, log, onAccountForgotten, true))
    const check = async (id: string) => {
      const listed = await gateway.callAs(id, listSessions)
      if (!listed.ok) return listed
      await probes.cleanUp(id, listed.value.sessions)
      return ok(listed.value.sessions)
    }
    const parts = { ...app, journal, transportTo: service.transportTo, refreshList: check }
    const probes = createPasswordProbes(parts)
    const passwords = createPasswords({
      ...parts,
      probes,
      known: () => window.rows,
      done: (id) => void done.push(id),
      settled: (settled) => void events.push(settled),
      closed: () => void events.push('closed'),
      page: () => window.page,
      changed: () => void reportCounts.push(passwords.reports().length),
    })
    return {
      ...app,
      journal,
      probes,
      passwords,
      check,
      change: (part = {}) => passwords.change({ ...typed, ...part }),
      verify: () => passwords.verifyOutcome(account.id),
      dismiss: () => passwords.dismiss(account.id),
      reports: passwords.reports,
    }
  }

  const typed = { accountId: account.id, currentPassword: OLD, password: NEW, passwordConfirmation: NEW }
  const sessionIds = () => [...serviceState.sessions.keys()]
  const own = { reportCounts, done, events, window, files, serviceState, sessionIds, carryOut }
  const { countRequests, answerTo } = service
  return { ...core, ...over(core), ...own, countRequests, answerTo, start: () => over(core.start()) }
}

/** A change whose answer was lost; `isDone`: the service carried it out. */
export async function setUpOpenChange(isDone = true) {
  const harness = await setUpPassword()
  harness.service.on(CHANGE, () => (isDone && harness.carryOut(), lost))
  await harness.change()
  return harness
}
