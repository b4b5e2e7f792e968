import { changePassword } from '../../api/password.ts'
import { requiresSignIn, getMe } from '../../api/profile.ts'
import type { Transport } from '../../api/transport.ts'
import type { Account } from '../../shared/account.ts'
import type { PasswordReport, PasswordVerdict, SettledPassword } from '../../shared/password.ts'
import type { PasswordOutcome } from '../../shared/requests/password.ts'
import type { Payload } from '../../shared/requests.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { verdictOfChange, type ResponseKind } from './domain/password-verdict.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Gateway } from '../../core/gateway.ts'
import { catchStorageError } from '../../core/storage-error.ts'
import type { HeldPasswords, PasswordProbes } from './password-probes.ts'
import type { OpenChange, PasswordJournal } from './password-journal.ts'
import type { Changed, Clock, Log, OnAccountForgotten } from '../../core/ports.ts'

/** Changes the passwords of accounts, and verifies unknown outcomes. */
export interface Passwords {
  /** Checks that the service answers, then sends the change once; `conflict` while an earlier change is open. */
  change(typed: Payload<'password:change'>): Promise<Result<PasswordOutcome>>
  /**
   * Verifies an open change by signing in once with each password, if the service answers. `cancelled`: the passwords
   * are no longer in memory. After any other failure they stay there.
   */
  verifyOutcome(accountId: string): Promise<Result<PasswordVerdict>>
  /** The changes that the person has to know about, until they dismiss them; not those that are pending. */
  reports(): PasswordReport[]
  dismiss(accountId: string): void
  /** Resolves when the pending changes and verifications are done. */
  settle(): Promise<void>
  isSending(): boolean
  /** Deletes passwords that expired while the computer slept and timers stopped. */
  wokeUp(): void
}

export interface PasswordDependencies {
  accounts: Accounts
  gateway: Gateway
  journal: PasswordJournal
  probes: PasswordProbes
  transportTo(baseUrl: string): Transport
  known(accountId: string): readonly unknown[] | null
  refreshList(accountId: string): Promise<Result<readonly unknown[]>>
  /** Runs when a password was certainly changed. */
  done(accountId: string): void
  /** Receives the outcome of a change, and of its verification. */
  settled(outcome: SettledPassword): void
  /** The report on a change was closed. */
  closed(accountId: string): void
  /** Identifies the page that the window shows. */
  page(): number | null
  changed: Changed
  onAccountForgotten: OnAccountForgotten
  clock: Clock
  log: Log
}

/** The passwords of one change, and when they expire, by the steady clock. */
interface HeldForVerification {
  passwords: HeldPasswords
  until: number
  cancelExpiry(): void
}

/** How long the passwords of an open change stay in memory for its verification. */
export const VERIFICATION_WINDOW_MS = 600_000

/** Creates the service. */
export function createPasswords(dependencies: PasswordDependencies): Passwords {
  const { accounts, gateway, journal, probes, clock, log } = dependencies
  const held = new Map<string, HeldForVerification>()
  const running = new Map<string, Promise<unknown>>()
  /** The running changes; a running verification leaves its change open. */
  const sending = new Set<string>()
  /** The outcomes that were verified, or that arrived after their page was closed, until they are dismissed. */
  const outcomes = new Map<string, KnownPassword>()

  function drop(accountId: string): void {
    held.get(accountId)?.cancelExpiry()
    held.delete(accountId)
  }

  dependencies.onAccountForgotten((accountId) => {
    drop(accountId)
    outcomes.delete(accountId)
    dependencies.closed(accountId)
  })

  function keepForVerification(accountId: string, passwords: HeldPasswords): void {
    drop(accountId)
    const cancelExpiry = clock.after(VERIFICATION_WINDOW_MS, () => {
      held.delete(accountId)
      dependencies.changed()
    })
    held.set(accountId, { passwords, until: clock.steady() + VERIFICATION_WINDOW_MS, cancelExpiry })
  }

  function findPasswords(accountId: string): HeldPasswords | null {
    const entry = held.get(accountId)
    // Timers stop while the computer sleeps.
    if (entry && clock.steady() >= entry.until) drop(accountId)
    return held.get(accountId)?.passwords ?? null
  }

  /** Checks that the API answers, with the token, or without one if the token is revoked. */
  async function reach(account: Account): Promise<Result<unknown>> {
    const me = await catchStorageError(() => gateway.callAs(account.id, getMe))
    if (me.ok || me.failure.kind === 'forbidden') return ok(null)
    if (me.failure.kind !== 'unauthenticated') return me
    return catchStorageError(() => requiresSignIn(dependencies.transportTo(account.baseUrl)))
  }

  async function send(typed: Payload<'password:change'>): Promise<Result<PasswordOutcome>> {
    const { accountId, ...change } = typed
    const before = dependencies.known(accountId)?.length ?? null
    const reached = await gateway.callAs(accountId, getMe)
    if (!reached.ok) return ok({ verdict: 'notSent', failure: reached.failure, before, after: null })
    const at = clock.now()
    outcomes.delete(accountId)
    keepForVerification(accountId, {
      at,
      next: { password: change.password },
      current: { password: change.currentPassword },
    })
    journal.open(accountId, { at, phase: 'sent' })
    const delivery: { wasSent: boolean; responseKind: ResponseKind } = {
      wasSent: false,
      responseKind: 'nothing',
    }
    const result = await catchStorageError(() =>
      gateway.callAsOnce(accountId, async (transport, token) => {
        delivery.wasSent = true
        const { result, responseKind } = await changePassword(transport, token, change)
        delivery.responseKind = responseKind
        return result
      }),
    )
    const verdict = delivery.wasSent ? verdictOfChange(result, delivery.responseKind) : 'notSent'
    log.info('password.changeVerdict', { account: accountId, verdict })
    if (verdict === 'changed') dependencies.done(accountId)
    if (verdict !== 'unknown') {
      journal.close(accountId)
      drop(accountId)
    }
    const counted = verdict === 'changed' ? await dependencies.refreshList(accountId) : null
    const after = counted?.ok ? counted.value.length : null
    return ok({ verdict, failure: result.ok ? null : result.failure, before, after })
  }

  /** Sends a change and publishes its outcome. */
  async function sendAndPublish(typed: Payload<'password:change'>): Promise<Result<PasswordOutcome>> {
    const { accountId } = typed
    const sendingPage = dependencies.page()
    const at = clock.now()
    const outcome = await send(typed)
    if (!outcome.ok || !accounts.get(accountId)) return outcome
    const { verdict } = outcome.value
    // If the page that sent the change is closed, or shows another account, store the outcome for later.
    const isPageOpen = dependencies.page() === sendingPage && accounts.active()?.id === accountId
    if (verdict !== 'unknown' && !isPageOpen) outcomes.set(accountId, { at, verdict, foundAt: null })
    dependencies.settled({ accountId, verdict, canVerify: held.has(accountId), foundAt: null })
    return outcome
  }

  /** Runs one operation at a time per account. */
  function exclusive<T>(accountId: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
    if (running.has(accountId)) return Promise.resolve(failed({ kind: 'conflict' }))
    const done = work().finally(() => {
      running.delete(accountId)
      dependencies.changed()
    })
    running.set(accountId, done)
    return done
  }

  return {
    async change(typed) {
      const account = accounts.get(typed.accountId)
      if (!account) return failed({ kind: 'notFound' })
      if (account.credential.kind === 'instance') return failed({ kind: 'forbidden' })
      // A second change would hide the outcome of the first, and its own would depend on it.
      if (journal.of(account.id)) return failed({ kind: 'conflict' })
      return exclusive(account.id, async () => {
        sending.add(account.id)
        return sendAndPublish(typed).finally(() => sending.delete(account.id))
      })
    },

    async verifyOutcome(accountId) {
      const account = accounts.get(accountId)
      if (!account) return failed({ kind: 'notFound' })
      return exclusive(accountId, async () => {
        const passwords = findPasswords(accountId)
        if (!passwords) return failed({ kind: 'cancelled' })
        const reached = await reach(account)
        if (!reached.ok) return reached
        const verdict = await probes.verifyOutcome(account, passwords)
        if (!verdict.ok) return verdict
        drop(accountId)
        const foundAt = clock.now()
        if (verdict.value === 'changed') dependencies.done(accountId)
        if (verdict.value !== 'unknown') {
          journal.close(accountId)
          outcomes.set(accountId, { at: passwords.at, verdict: verdict.value, foundAt })
        }
        dependencies.settled({ accountId, verdict: verdict.value, canVerify: false, foundAt })
        return verdict
      })
    },

    reports: () =>
      passwordReports({
        journal: journal.all(),
        isSending: (accountId) => sending.has(accountId),
        hasPasswords: (accountId) => findPasswords(accountId) !== null,
        known: outcomes,
      }),

    dismiss(accountId) {
      journal.close(accountId)
      drop(accountId)
      outcomes.delete(accountId)
      dependencies.closed(accountId)
      dependencies.changed()
    },

    async settle() {
      await Promise.allSettled(running.values())
    },
    isSending: () => running.size > 0,
    wokeUp() {
      const before = held.size
      for (const accountId of [...held.keys()]) findPasswords(accountId)
      if (held.size < before) dependencies.changed()
    },
  }
}

/** The known outcome of a change that was sent at `at`, epoch ms. */
interface KnownPassword {
  at: number
  verdict: PasswordVerdict
  /** When signing in verified it; null if the service itself confirmed it. */
  foundAt: number | null
}

/** The known facts about the changes of all accounts. */
interface PasswordFacts {
  journal: readonly [accountId: string, change: OpenChange][]
  /** Whether its change is pending. */
  isSending(accountId: string): boolean
  /** Whether the passwords are still in memory. */
  hasPasswords(accountId: string): boolean
  known: Iterable<[accountId: string, known: KnownPassword]>
}

/** Returns the reports of the open changes and of those with a known outcome. */
function passwordReports({ journal, isSending, hasPasswords, known }: PasswordFacts): PasswordReport[] {
  const open = journal.filter(([accountId]) => !isSending(accountId))
  return [
    ...open.map(([accountId, { at, phase }]) => {
      const wasProbed = phase === 'probed'
      const canVerify = hasPasswords(accountId)
      return { accountId, at, verdict: 'unknown', canVerify, wasProbed, foundAt: null } as const
    }),
    ...[...known].map(([accountId, { at, verdict, foundAt }]) => {
      return { accountId, at, verdict, canVerify: false, wasProbed: true, foundAt }
    }),
  ]
}
