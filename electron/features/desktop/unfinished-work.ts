import type { Accounts } from '../../core/accounts.ts'
import type { Vault } from '../../core/vault.ts'
import type { WorkUnderWay } from '../../core/work-under-way.ts'
import type { Passwords } from '../password/index.ts'
import type { PendingLogouts, SignOut } from '../auth/index.ts'
import type { Revocations } from '../revocation/index.ts'
import type { SessionPoller } from '../sessions/index.ts'

/** The work to finish before the app quits. */
export interface UnfinishedWork {
  /** The work that quitting would interrupt: the number of sessions left in bulk revocations, and a password change. */
  interruptible(): { ends: number; password: boolean }
  /** Whether there is work that must be finished before quitting. */
  hasUnfinished(): boolean
  /** Sends pending requests, waits for their responses, and logs out tokens that are only in memory. */
  finish(): Promise<void>
}

/** The services with such work. */
export interface UnfinishedWorkDependencies {
  accounts: Accounts
  vault: Vault
  work: WorkUnderWay
  passwords: Passwords
  revocations: Revocations
  logouts: PendingLogouts
  signOut: SignOut
  poller: SessionPoller
}

/** Creates the service. */
export function createUnfinishedWork(dependencies: UnfinishedWorkDependencies): UnfinishedWork {
  const { accounts, vault, work, passwords, revocations, logouts, signOut, poller } = dependencies
  return {
    interruptible: () => ({ ends: revocations.remaining(), password: passwords.isSending() }),
    hasUnfinished: () =>
      work.isAny() ||
      passwords.isSending() ||
      revocations.hasPending() ||
      accounts.all().some(({ id }) => vault.isUnsaved(id)),
    async finish() {
      poller.stop()
      signOut.finish()
      // In parallel, so that a missing response does not delay the other requests.
      await Promise.all([
        passwords.settle(),
        revocations.finish(),
        logouts.finish(),
        signOut.endUnsaved(),
        work.settled().then(signOut.endUnsaved),
      ])
    },
  }
}
