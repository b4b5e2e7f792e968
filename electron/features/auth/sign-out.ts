import { logout } from '../../api/tokens.ts'
import type { Transport } from '../../api/transport.ts'
import { mayHaveBeenApplied, type Failure } from '../../shared/failure.ts'
import type { Account } from '../../shared/account.ts'
import type { SignOutReport } from '../../shared/requests.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { idMatchesAddress } from '../../core/domain/account-id.ts'
import type { AccountRemovalReason, Accounts } from '../../core/accounts.ts'
import { ownerOf, type PendingLogouts } from './pending-logouts.ts'
import type { Clock, Log } from '../../core/ports.ts'
import type { UnconfirmedSessions } from './unconfirmed-sessions.ts'
import type { Vault } from '../../core/vault.ts'
import type { WorkUnderWay } from '../../core/work-under-way.ts'

/** Signing out: here for certain, and at the service when it can be reached. */
export interface SignOut {
  /** Takes the token out of use and forgets the account on this computer first, then tells the service. */
  signOut(accountId: string): Promise<Result<SignOutReport>>
  /**
   * Ends, at the service, the sessions whose tokens live in memory only and would be lost when the app ends; each is
   * asked for once.
   */
  endUnsaved(): Promise<void>
  /** The app is about to end: what else was asked of an account holds up its sign-out for a short time only. */
  finish(): void
}

/** What signing out works with. `settle` finishes what was asked of this account before its token goes. */
export interface SignOutPorts {
  accounts: Accounts
  vault: Vault
  logouts: PendingLogouts
  renewals: { underWay(accountId: string): Promise<Result<null>> | null }
  unconfirmedSessions: Pick<UnconfirmedSessions, 'during'>
  work: WorkUnderWay
  transportOf(accountId: string, baseUrl: string): Transport
  settle(accountId: string): Promise<void>
  /** What the account's own session is called in its list, as far as that is known. */
  deviceName(accountId: string): string | null
  /** Called once the account is gone from this computer, and how. */
  accountRemoved(accountId: string, way: AccountRemovalReason): void
  clock: Clock
  log: Log
}

/** Failures after which no answer of the service came. */
const NOT_REACHED: ReadonlySet<Failure['kind']> = new Set(['offline', 'timeout', 'outcomeUnknown', 'tls'])

/** For how long what was asked of an account holds up its sign-out while the app is about to end, ms. */
const SETTLE_AT_END_MS = 2_000

/** Makes the sign-out. A second click gets the answer of the first. */
export function createSignOut(ports: SignOutPorts): SignOut {
  const { accounts, vault, logouts, renewals, settle, accountRemoved, log } = ports
  const leaving = new Map<string, Promise<Result<SignOutReport>>>()
  const askedAtEnd = new Set<string>()
  let hurry = (): void => undefined
  const hurried = new Promise<void>((resolve) => (hurry = resolve))

  async function leave(account: Account): Promise<Result<SignOutReport>> {
    const { id } = account
    await Promise.race([settle(id), hurried])
    // An instance API token goes on: what was signed in is not this app.
    if (account.credential.kind === 'instance') {
      await vault.remove(id)
      accounts.remove(id)
      accountRemoved(id, 'removed')
      return ok({ service: 'notAsked' })
    }
    // One that ends before the token is taken, and one that began just then: both may bring a new token.
    const before = renewals.underWay(id)
    const owner = ownerOf(account, ports.deviceName(id))
    const { held, answer } = await logouts.retire(owner, () => accounts.remove(id))
    const after = renewals.underWay(id)
    accountRemoved(id, held.state === 'held' ? 'signedOut' : 'removed')
    const isLost = mayBeLost(await before) || mayBeLost(await after)
    const answered = await answer
    if (answered === null) return ok({ service: 'notAsked' })
    return ok({ service: answered.ok && isLost ? 'unreachable' : reportOf(answered) })
  }

  /** Logs out a token that nobody keeps. */
  async function end(account: Account): Promise<void> {
    await settle(account.id)
    const held = await vault.get(account.id)
    if (held.state !== 'held' || !idMatchesAddress(account) || askedAtEnd.has(held.token)) return
    askedAtEnd.add(held.token)
    const { baseUrl, user } = account
    const deviceName = ports.deviceName(account.id)
    await ports.unconfirmedSessions.during(
      { cause: 'signOut', baseUrl, name: user.name, deviceName },
      async () => {
        const answer = await logout(ports.transportOf(account.id, baseUrl), held.token)
        if (!answer.ok)
          log.info('account.signOutAnswer', { account: account.id, failure: answer.failure.kind })
        return answer
      },
      (answer) => !answer.ok,
    )
  }

  return {
    signOut(accountId) {
      const account = accounts.get(accountId)
      const running = leaving.get(accountId)
      if (running) return running
      if (!account) return Promise.resolve(failed({ kind: 'notFound' }))
      const left = ports.work.track(leave(account)).finally(() => leaving.delete(accountId))
      leaving.set(accountId, left)
      return left
    },

    async endUnsaved() {
      const unsaved = accounts
        .all()
        .filter(({ id, credential }) => credential.kind === 'user' && vault.isUnsaved(id))
      await Promise.all(unsaved.map(end))
    },

    finish: () => void ports.clock.after(SETTLE_AT_END_MS, hurry),
  }
}

/** Whether the service may have given a new token that nobody has. */
function mayBeLost(renewal: Result<null> | null): boolean {
  return renewal !== null && !renewal.ok && mayHaveBeenApplied(renewal.failure)
}

function reportOf(answer: Result<null>): SignOutReport['service'] {
  if (answer.ok) return 'confirmed'
  return NOT_REACHED.has(answer.failure.kind) ? 'unreachable' : 'refused'
}
