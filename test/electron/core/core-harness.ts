import type { Account } from '../../../electron/shared/account.ts'
import { createAccounts, type AccountsFile } from '../../../electron/core/accounts.ts'
import { createGateway, type GatewayDependencies } from '../../../electron/core/gateway.ts'
import type { TokenLife } from '../../../electron/domain/token-expiry.ts'
import { createRateLimits } from '../../../electron/core/rate-limits.ts'
import { createVault, type Ciphertexts } from '../../../electron/core/vault.ts'
import { fakeForgetting, fakeStore, fakeCipher, fakeClock, fakeLog, LIFE } from '../fakes.ts'
import { accountOf, fakeService, type Answer } from '../fake-service.ts'

/** The endpoints that more than one service calls. */
export const LOGIN = 'POST /auth/login'
export const TWO_FACTOR = 'POST /auth/two-factor'
export const LOGOUT = 'POST /auth/logout'
export const REFRESH = 'POST /auth/refresh'
export const ME = 'GET /auth/me'
export const LIST = 'GET /auth/sessions'
export const unauthenticated: Answer = { status: 401, body: { message: 'Unauthenticated.' } }
export const lost: Answer = { kind: 'outcomeUnknown' }
export const noNetwork: Answer = { kind: 'offline', reason: 'noNetwork' }
/** A captive portal's page. */
export const PORTAL = '<!doctype html><html><body>Sign in to Wi-Fi</body></html>'
/** The address that an attacker writes into a file. */
export const EVIL_URL = 'https://evil.example/api/v1'

/** What a test decides about its accounts, their tokens and their service's clock. */
export interface CoreOptions {
  all?: Account[]
  isProtecting?: boolean
  life?: TokenLife
  /** The token of an account; `<user id>|token` by default. */
  tokenOf?: (account: Account) => string
  skew?: () => number
}

/** The services of core over fakes, with signed-in accounts. `start` begins another run of the app over the same files. */
export async function setUpCore({
  all = [accountOf(7)],
  isProtecting = true,
  life = LIFE,
  tokenOf = ({ user }) => `${user.id}|token`,
  skew,
}: CoreOptions = {}) {
  const clock = fakeClock()
  const service = fakeService(clock, skew && (() => clock.real() + skew()))
  const cipher = fakeCipher(isProtecting)
  const log = fakeLog()
  const { on: onAccountForgotten, forget } = fakeForgetting()
  const files = {
    vault: fakeStore<Ciphertexts>({}),
    accounts: fakeStore<AccountsFile>({ accounts: all, activeAccountId: all[0]?.id ?? null }),
  }
  /** The failures that the gateway reported. */
  const failures: unknown[][] = []
  let changes = 0

  function start(dependencies: Partial<GatewayDependencies> = {}) {
    const accounts = createAccounts(files.accounts, log, () => changes++)
    const vault = createVault({ cipher, store: files.vault, log })
    const transportOf = (_key: string, baseUrl: string) => service.transportTo(baseUrl)
    const rateLimits = createRateLimits(clock, onAccountForgotten)
    const parts = { accounts, vault, transportOf, rateLimits, onAccountForgotten, clock, log }
    const gateway = createGateway({
      ...parts,
      ensureFresh: async () => undefined,
      journal: { of: () => null, markLost: () => undefined },
      failed: (...what) => void failures.push(what),
      ...dependencies,
    })
    return { ...parts, gateway }
  }

  const app = start()
  for (const account of all) await app.vault.put(account.id, tokenOf(account), life)
  const account = all[0] ?? accountOf(7)
  const status = (id = account.id) => app.accounts.get(id)?.status
  return { ...app, service, cipher, files, failures, forget, start, account, status, changes: () => changes }
}

/** An account whose address was edited in the file. */
export const editedAccount = (): Account => ({ ...accountOf(7), baseUrl: EVIL_URL })
