import { changePassword } from '../api/password.ts'
import { getMe } from '../api/profile.ts'
import type { PasswordReport, PasswordVerdict } from '../contract/models.ts'
import type { PasswordOutcome, Payload } from '../contract/requests.ts'
import { failed, ok, type Result } from '../contract/result.ts'
import type { SettledPassword } from '../domain/password-notice.ts'
import { verdictOfChange, type Answered } from '../domain/password-verdict.ts'
import type { Accounts } from './accounts.ts'
import type { Gateway } from './gateway.ts'
import { orFailure } from './or-failure.ts'
import type { Attempt, PasswordProbes } from './password-probes.ts'
import type { PasswordMarks } from './password-marks.ts'
import { passwordReports, type KnownPassword } from './password-reports.ts'
import type { Changed, Clock, Log } from './ports.ts'

/** Changing the password of an account, and never telling anything about it that is not certain (design section 8). */
export interface Passwords {
  /** Sends the change once, after a look whether the service answers at all. */
  change(typed: Payload<'password:change'>): Promise<Result<PasswordOutcome>>
  /** Finds out by signing in, once with each password; `cancelled` when the passwords are no longer there. */
  findOut(accountId: string): Promise<Result<PasswordVerdict>>
  /** The changes that a person has to know about until they say that they do. */
  reports(): PasswordReport[]
  dismiss(accountId: string): void
  /** Forgets all about an account that is gone. */
  forget(accountId: string): void
  /** Resolves when no change is on its way. */
  settle(): Promise<void>
  isSending(): boolean
}

/** What changing works with; `count` asks for a fresh list. */
export interface PasswordPorts {
  accounts: Accounts
  gateway: Gateway
  marks: PasswordMarks
  probes: PasswordProbes
  known(accountId: string): readonly unknown[] | null
  count(accountId: string): Promise<Result<readonly unknown[]>>
  /** The password of an account was changed, for certain. */
  done(accountId: string): void
  /** Hears what became of a change, and again of what was found out. */
  settled(news: SettledPassword): void
  /** Hears that nothing more is to be said about it. */
  closed(accountId: string): void
  /** Which page the window shows. */
  page(): number | null
  changed: Changed
  clock: Clock
  log: Log
}

/** How long the passwords of a change that is open are kept for finding out, ms; in memory only. */
const ATTEMPT_LASTS = 600_000

/** Makes it. */
export function createPasswords(ports: PasswordPorts): Passwords {
  const { accounts, gateway, marks, probes, clock, log } = ports
  const attempts = new Map<string, Attempt & { cancelExpiry: () => void }>()
  const running = new Map<string, Promise<unknown>>()
  /** What was found out, or came when whoever asked was gone, until it is dismissed. */
  const found = new Map<string, KnownPassword>()

  function drop(accountId: string): Attempt | null {
    const attempt = attempts.get(accountId) ?? null
    attempt?.cancelExpiry()
    attempts.delete(accountId)
    return attempt
  }

  function keep(accountId: string, attempt: Attempt): void {
    drop(accountId)
    const cancelExpiry = clock.after(ATTEMPT_LASTS, () => {
      attempts.delete(accountId)
      ports.changed()
    })
    attempts.set(accountId, { ...attempt, cancelExpiry })
  }

  async function send(typed: Payload<'password:change'>): Promise<Result<PasswordOutcome>> {
    const { accountId, ...change } = typed
    const before = ports.known(accountId)?.length ?? null
    const reached = await gateway.as(accountId, getMe)
    if (!reached.ok) return ok({ verdict: 'notSent', failure: reached.failure, before, after: null })
    const at = clock.now()
    found.delete(accountId)
    keep(accountId, { at, currentPassword: change.currentPassword, password: change.password })
    marks.set(accountId, { at, phase: 'sent' })
    const seen: { wasSent: boolean; answered: Answered } = { wasSent: false, answered: 'nothing' }
    const result = await orFailure(() =>
      gateway.once(accountId, async (transport, token) => {
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
      marks.set(accountId, null)
      drop(accountId)
    }
    const counted = verdict === 'changed' ? await ports.count(accountId) : null
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
    const isHeard = ports.page() === asking && accounts.shown()?.id === accountId
    if (verdict !== 'unknown' && !isHeard) found.set(accountId, { at, verdict })
    ports.settled({ accountId, verdict, canFindOut: attempts.has(accountId) })
    return outcome
  }

  /** One thing at a time per account. */
  function alone<T>(accountId: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
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
      return alone(typed.accountId, () => sendAndTell(typed))
    },

    async findOut(accountId) {
      const account = accounts.get(accountId)
      if (!account) return failed({ kind: 'notFound' })
      return alone(accountId, async () => {
        // Taken out of memory before anything is sent: there is no second probe with them.
        const attempt = drop(accountId)
        if (!attempt) return failed({ kind: 'cancelled' })
        const verdict = await probes.findOut(account, attempt)
        if (verdict === 'changed') ports.done(accountId)
        if (verdict !== 'unknown') {
          marks.set(accountId, { at: attempt.at, phase: 'tidying' })
          found.set(accountId, { at: attempt.at, verdict })
        }
        ports.settled({ accountId, verdict, canFindOut: false })
        return ok(verdict)
      })
    },

    reports: () =>
      passwordReports({
        marks: marks.all(),
        isRunning: (accountId) => running.has(accountId),
        isHeld: (accountId) => attempts.has(accountId),
        known: found,
      }),

    dismiss(accountId) {
      const mark = marks.of(accountId)
      if (mark) marks.set(accountId, mark.phase === 'sent' ? null : { at: mark.at, phase: 'tidying' })
      drop(accountId)
      found.delete(accountId)
      ports.closed(accountId)
      ports.changed()
    },

    forget(accountId) {
      drop(accountId)
      found.delete(accountId)
      marks.set(accountId, null)
      ports.closed(accountId)
    },

    async settle() {
      await Promise.allSettled(running.values())
    },
    isSending: () => running.size > 0,
  }
}
