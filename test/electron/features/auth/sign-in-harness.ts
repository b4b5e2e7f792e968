import type { Answer } from '../../fake-service.ts'
import { createAccounts, type AccountsFile } from '../../../../electron/core/accounts.ts'
import { createSignIn } from '../../../../electron/features/auth/sign-in.ts'
import { createVault, type Ciphertexts } from '../../../../electron/core/vault.ts'
import { fakeStore, fakeCipher, fakeClock, fakeLog } from '../../fakes.ts'
import { fakeService } from '../../fake-service.ts'
import { logoutsOver } from './logout-harness.ts'

/** The endpoints of signing in, as `METHOD /path`. */
export const [LOGIN, TWO_FACTOR, ME, LOGOUT] = [
  'POST /auth/login',
  'POST /auth/two-factor',
  'GET /auth/me',
  'POST /auth/logout',
] as const

/** A person's input, with spaces around it. */
export const TYPED = {
  server: ' chat.example ',
  email: ' ana@example.com ',
  password: ' secret-canary ',
  deviceName: ' Desk ',
}

/** An answer with a token, with or without its user. */
export function granted(token: string, userId: number | null = 7): Answer {
  const user = userId === null ? {} : { user: { id: userId, name: 'Ana', email: 'ana@example.com' } }
  return { status: 200, body: { success: true, data: { ...user, token, expires_at: null } } }
}

/** An answer that requires the code. */
export const codeRequired: Answer = { status: 200, body: { success: true, two_factor_required: true } }

/** A sign-in over a real vault and registry and a fake service; `order` records the events. */
export function setUpSignIn() {
  const order: string[] = []
  const clock = fakeClock()
  const service = fakeService(clock)
  const log = fakeLog()
  const vaultFile = fakeStore<Ciphertexts>({})
  const vault = createVault({ cipher: fakeCipher(), store: recordWrites(vaultFile, 'vault'), log })
  const accountsFile = fakeStore<AccountsFile>({ accounts: [], activeAccountId: null })
  const accounts = createAccounts(recordWrites(accountsFile, 'book'), log, () => undefined)
  const remembered: string[] = []
  let ids = 0
  const pending = logoutsOver({ vault, clock, transportTo: service.transportTo })
  const { logouts, unconfirmedSessions } = pending
  const signIn = createSignIn({
    accounts,
    vault,
    transportTo: service.transportTo,
    logouts,
    unconfirmedSessions,
    rememberServer: (server) => void remembered.push(server),
    signedIn: () => void order.push('signedIn'),
    clock,
    newId: () => `challenge-${++ids}`,
  })
  service.on(LOGIN, () => granted('7|token'))
  service.on(LOGOUT, () => ({ status: 204 }))

  /** Opens a challenge and returns its id. */
  async function challenge(): Promise<string> {
    service.on(LOGIN, () => codeRequired)
    const step = await signIn.signIn(TYPED)
    if (!step.ok || step.value.next !== 'twoFactor') throw new Error('no code was asked for')
    return step.value.challengeId
  }

  function recordWrites<C extends { read(): unknown; write(value: never): void }>(store: C, name: string): C {
    return { ...store, write: (value: never) => (order.push(name), store.write(value)) }
  }
  return {
    order,
    clock,
    service,
    log,
    vaultFile,
    vault,
    accountsFile,
    accounts,
    remembered,
    signIn,
    pending,
    unconfirmedSessions,
    work: pending.work,
    challenge,
  }
}
