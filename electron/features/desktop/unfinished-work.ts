import type { Accounts } from '../../core/accounts.ts'
import type { Vault } from '../../core/vault.ts'
import type { WorkUnderWay } from '../../core/work-under-way.ts'
import type { Passwords } from '../password/index.ts'
import type { PendingLogouts, SignOut } from '../auth/index.ts'
import type { Revocations } from '../revocation/index.ts'
import type { SessionPoller } from '../sessions/index.ts'

/** What has to be finished before the app ends. */
export interface UnfinishedWork {
  /** What would stop in the middle: sessions of bulks that are not through, and a password whose answer is still to come. */
  underWay(): { ends: number; password: boolean }
  /** Whether something would be lost if the app ended now. */
  hasUnfinished(): boolean
  /** Sends what was asked, waits for answers, and ends at the service what lives in memory only. */
  finish(): Promise<void>
}

/** What it looks at, and finishes. */
export interface UnfinishedWorkPorts {
  accounts: Accounts
  vault: Vault
  work: WorkUnderWay
  passwords: Passwords
  revocations: Revocations
  logouts: PendingLogouts
  signOut: SignOut
  poller: SessionPoller
}

/** Looks at all services whose work must not be cut short. */
export function createUnfinishedWork(ports: UnfinishedWorkPorts): UnfinishedWork {
  const { accounts, vault, work, passwords, revocations, logouts, signOut, poller } = ports
  return {
    underWay: () => ({ ends: revocations.remaining(), password: passwords.isSending() }),
    hasUnfinished: () =>
      work.isAny() ||
      passwords.isSending() ||
      revocations.hasPending() ||
      accounts.all().some(({ id }) => vault.isUnsaved(id)),
    async finish() {
      poller.stop()
      signOut.finish()
      // Side by side: an answer that does not come must not keep from being sent what was asked besides.
      await Promise.all([
        passwords.settle(),
        revocations.settle(),
        logouts.finish(),
        signOut.endUnsaved(),
        work.settled().then(signOut.endUnsaved),
      ])
    },
  }
}
