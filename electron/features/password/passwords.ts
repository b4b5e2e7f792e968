import { changePassword } from '../../api/password.ts'
import { requiresSignIn, getMe } from '../../api/profile.ts'
import type { Transport } from '../../api/transport.ts'
import type { Account } from '../../shared/account.ts'
import type { PasswordReport, PasswordVerdict, SettledPassword } from '../../shared/password.ts'
import type { PasswordOutcome } from '../../shared/requests.ts'
import type { Payload } from '../../shared/schemas.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { verdictOfChange, type Answered } from './domain/password-verdict.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Gateway } from '../../core/gateway.ts'
import { catchStorageError } from '../../core/catch-storage-error.ts'
import type { HeldPasswords, PasswordProbes } from './password-probes.ts'
import type { PasswordMark, PasswordJournal } from './password-journal.ts'
import type { Changed, Clock, Log, OnAccountForgotten } from '../../core/ports.ts'

/** Changing the password of an account, and never telling anything about it that is not certain. */
export interface Passwords {
  /** Sends the change once, after a look whether the service answers at all; `conflict` while an earlier one is open. */
  change(typed: Payload<'password:change'>): Promise<Result<PasswordOutcome>>
  /**
   * Finds out by signing in, once with each password, after a look whether the service answers at all; `cancelled` when
   * the passwords are no longer there. Fails with them kept when nothing, or not all, could be tried.
   */
  verifyOutcome(accountId: string): Promise<Result<PasswordVerdict>>
  /** The changes that a person has to know about until they say that they do. */
  reports(): PasswordReport[]
  dismiss(accountId: string): void
  /** Resolves when no change is on its way. */
  settle(): Promise<void>
  isSending(): boolean
  /** The computer woke up: drops passwords whose time went by while timers stood still. */
  wokeUp(): void
}

/** What changing works with; `count` asks for a fresh list. */
export interface PasswordPorts {
  accounts: Accounts
  gateway: Gateway
  journal: PasswordJournal
  probes: PasswordProbes
  transportTo(baseUrl: string): Transport
  known(accountId: string): readonly unknown[] | null
  refreshList(accountId: string): Promise<Result<readonly unknown[]>>
  /** The password of an account was changed, for certain. */
  done(accountId: string): void
  /** Hears what became of a change, and again of what was found out. */
  settled(news: SettledPassword): void
  /** Hears that nothing more is to be said about it. */
  closed(accountId: string): void
  /** Which page the window shows. */
  page(): number | null
  changed: Changed
  onAccountForgotten: OnAccountForgotten
  clock: Clock
  log: Log
}

/** The passwords of one change, and until when they are kept, by the steady clock. */
interface HeldForVerification {
  passwords: HeldPasswords
  until: number
  cancelExpiry(): void
}

/** How long the passwords of a change that is open are kept for finding out, ms; in memory only. */
const HELD_FOR_MS = 600_000

/** Makes it. */
export function createPasswords(ports: PasswordPorts): Passwords {
  const { accounts, gateway, journal: marks, probes, clock, log } = ports
  const held = new Map<string, HeldForVerification>()
  const running = new Map<string, Promise<unknown>>()
  /** Those of them that are changes; while one is found out about, it is open as before. */
  const sending = new Set<string>()
  /** What was found out, or came when whoever asked was gone, until it is dismissed. */
  const found = new Map<string, KnownPassword>()

  function drop(accountId: string): void {
    held.get(accountId)?.cancelExpiry()
    held.delete(accountId)
  }

  ports.onAccountForgotten((accountId) => {
    drop(accountId)
    found.delete(accountId)
    ports.closed(accountId)
  })

  function hold(accountId: string, passwords: HeldPasswords): void {
    drop(accountId)
    const cancelExpiry = clock.after(HELD_FOR_MS, () => {
      held.delete(accountId)
      ports.changed()
    })
    held.set(accountId, { passwords, until: clock.steady() + HELD_FOR_MS, cancelExpiry })
  }

  function heldOf(accountId: string): HeldPasswords | null {
    const one = held.get(accountId)
    // A timer stands still while the computer sleeps.
    if (one && clock.steady() >= one.until) drop(accountId)
    return held.get(accountId)?.passwords ?? null
  }

  /** Whether the service answers as an API: with the token, or where that is over, without one. */
  async function reach(account: Account): Promise<Result<unknown>> {
    const me = await catchStorageError(() => gateway.callAs(account.id, getMe))
    if (me.ok || me.failure.kind === 'forbidden') return ok(null)
    if (me.failure.kind !== 'unauthenticated') return me
    return catchStorageError(() => requiresSignIn(ports.transportTo(account.baseUrl)))
  }

  async function send(typed: Payload<'password:change'>): Promise<Result<PasswordOutcome>> {
    const { accountId, ...change } = typed
    const before = ports.known(accountId)?.length ?? null
    const reached = await gateway.callAs(accountId, getMe)
    if (!reached.ok) return ok({ verdict: 'notSent', failure: reached.failure, before, after: null })
    const at = clock.now()
    found.delete(accountId)
    hold(accountId, {
      at,
      next: { password: change.password },
      current: { password: change.currentPassword },
    })
    marks.open(accountId, { at, phase: 'sent' })
    const seen: { wasSent: boolean; answered: Answered } = { wasSent: false, answered: 'nothing' }
    const result = await catchStorageError(() =>
      gateway.callAsOnce(accountId, async (transport, token) => {
        seen.wasSent = true
        const answer = await changePassword(transport, token, change)
        seen.answered = answer.answered
        return answer.result
      }),
    )
    const verdict = seen.wasSent ? verdictOfChange(result, seen.answered) : 'notSent'
    log.info('password.changeAnswer', { account: accountId, verdict })
    if (verdict === 'changed') ports.done(accountId)
    if (verdict !== 'unknown') {
      marks.close(accountId)
      drop(accountId)
    }
    const counted = verdict === 'changed' ? await ports.refreshList(accountId) : null
    const after = counted?.ok ? counted.value.length : null
    return ok({ verdict, failure: result.ok ? null : result.failure, before, after })
  }

  /** Sends it and tells what became of it. */
  async function sendAndTell(typed: Payload<'password:change'>): Promise<Result<PasswordOutcome>> {
    const { accountId } = typed
    const asking = ports.page()
    const at = clock.now()
    const outcome = await send(typed)
    if (!outcome.ok || !accounts.get(accountId)) return outcome
    const { verdict } = outcome.value
    // Whoever asked is gone, or looks at another account: it is kept to be said when somebody is there.
    const isHeard = ports.page() === asking && accounts.active()?.id === accountId
    if (verdict !== 'unknown' && !isHeard) found.set(accountId, { at, verdict, foundAt: null })
    ports.settled({ accountId, verdict, canVerify: held.has(accountId), foundAt: null })
    return outcome
  }

  /** One thing at a time per account. */
  function exclusive<T>(accountId: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
    if (running.has(accountId)) return Promise.resolve(failed({ kind: 'conflict' }))
    const done = work().finally(() => {
      running.delete(accountId)
      ports.changed()
    })
    running.set(accountId, done)
    return done
  }

  return {
    async change(typed) {
      const account = accounts.get(typed.accountId)
      if (!account) return failed({ kind: 'notFound' })
      if (account.credential.kind === 'instance') return failed({ kind: 'forbidden' })
      // A second change would be answered about whatever password is right by now, and hide what became of the first.
      if (marks.of(account.id)) return failed({ kind: 'conflict' })
      return exclusive(account.id, async () => {
        sending.add(account.id)
        return sendAndTell(typed).finally(() => sending.delete(account.id))
      })
    },

    async verifyOutcome(accountId) {
      const account = accounts.get(accountId)
      if (!account) return failed({ kind: 'notFound' })
      return exclusive(accountId, async () => {
        const passwords = heldOf(accountId)
        if (!passwords) return failed({ kind: 'cancelled' })
        const reached = await reach(account)
        if (!reached.ok) return reached
        const verdict = await probes.verifyOutcome(account, passwords)
        if (!verdict.ok) return verdict
        drop(accountId)
        const foundAt = clock.now()
        if (verdict.value === 'changed') ports.done(accountId)
        if (verdict.value !== 'unknown') {
          marks.close(accountId)
          found.set(accountId, { at: passwords.at, verdict: verdict.value, foundAt })
        }
        ports.settled({ accountId, verdict: verdict.value, canVerify: false, foundAt })
        return verdict
      })
    },

    reports: () =>
      passwordReports({
        journal: marks.all(),
        isSending: (accountId) => sending.has(accountId),
        isHeld: (accountId) => heldOf(accountId) !== null,
        known: found,
      }),

    dismiss(accountId) {
      marks.close(accountId)
      drop(accountId)
      found.delete(accountId)
      ports.closed(accountId)
      ports.changed()
    },

    async settle() {
      await Promise.allSettled(running.values())
    },
    isSending: () => running.size > 0,
    wokeUp() {
      const before = held.size
      for (const accountId of [...held.keys()]) heldOf(accountId)
      if (held.size < before) ports.changed()
    },
  }
}

/** What is certain by now about a change that was sent at some moment, epoch ms. */
interface KnownPassword {
  at: number
  verdict: PasswordVerdict
  /** When signing in told so; null when the service said so itself. */
  foundAt: number | null
}

/** What is known about the changes of all accounts. */
interface PasswordFacts {
  journal: readonly [accountId: string, mark: PasswordMark][]
  /** Whether its change is on its way just now. */
  isSending(accountId: string): boolean
  /** Whether the passwords are still in memory. */
  isHeld(accountId: string): boolean
  known: Iterable<[accountId: string, known: KnownPassword]>
}

/** The changes that a person has to know about: those that are open, and those of which more is known by now. */
function passwordReports({ journal: marks, isSending, isHeld, known }: PasswordFacts): PasswordReport[] {
  const open = marks.filter(([accountId]) => !isSending(accountId))
  return [
    ...open.map(([accountId, { at, phase }]) => {
      const wasProbed = phase === 'probed'
      const canVerify = isHeld(accountId)
      return { accountId, at, verdict: 'unknown', canVerify, wasProbed, foundAt: null } as const
    }),
    ...[...known].map(([accountId, { at, verdict, foundAt }]) => {
      return { accountId, at, verdict, canVerify: false, wasProbed: true, foundAt }
    }),
  ]
}
