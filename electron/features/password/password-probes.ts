import { login, type LoginResult } from '../../api/sign-in.ts'
import { revokeSession } from '../../api/sessions.ts'
import { logout } from '../../api/tokens.ts'
import type { Transport } from '../../api/transport.ts'
import type { Account } from '../../shared/account.ts'
import type { PasswordVerdict } from '../../shared/password.ts'
import type { ApiSession } from '../../core/domain/api-session.ts'
import { ok, type Result } from '../../shared/result.ts'
import {
  answerOfProbe,
  isUntried,
  probeName,
  verdictOfProbes,
  type ProbeAnswer,
} from './domain/password-verdict.ts'
import type { Gateway } from '../../core/gateway.ts'
import { catchStorageError } from '../../core/catch-storage-error.ts'
import type { PasswordJournal } from './password-journal.ts'
import type { Clock, Log } from '../../core/ports.ts'

/** One password of a change: as it was typed, in memory only, until its probe may have been sent; then its answer. */
export type HeldPassword = { password: string } | { answer: ProbeAnswer }

/** The two passwords of one change, sent at `at` (epoch ms, this computer's clock). */
export interface HeldPasswords {
  at: number
  next: HeldPassword
  current: HeldPassword
}

/** Finding out by signing in which password the service takes, and taking away what that leaves behind. */
export interface PasswordProbes {
  /**
   * Signs in once with each password and ends those sign-ins at once. A probe that was certainly not looked at stops it
   * with its failure, and its password stays in `held`; every other password is dropped from there, for its answer.
   */
  verifyOutcome(account: Account, held: HeldPasswords): Promise<Result<PasswordVerdict>>
  /** Whether a session's name is that of a probe that may still be there. */
  isProbe(accountId: string, name: string): boolean
  /** Ends the sessions of probes that a fresh list still has. */
  cleanUp(accountId: string, sessions: readonly ApiSession[]): Promise<void>
}

/** What probing works with; `check` asks for a fresh list. */
export interface ProbePorts {
  gateway: Gateway
  journal: PasswordJournal
  transportTo(baseUrl: string): Transport
  refreshList(accountId: string): Promise<Result<readonly ApiSession[]>>
  clock: Clock
  log: Log
}

/** A sign-in whose answer was lost may still be carried out for a while; ms. */
const CLEAN_UP_FOR_MS = 600_000

/** Makes the probes. */
export function createPasswordProbes(ports: ProbePorts): PasswordProbes {
  const { gateway, journal: marks, transportTo, clock, log } = ports
  /** Lists come while an end is on its way: it is asked for once. */
  const cleaningUp = new Set<string>()

  /** One sign-in with one password; never more than one, whatever comes of it. */
  async function signIn(
    account: Account,
    password: string,
    deviceName: string,
  ): Promise<Result<LoginResult>> {
    const transport = transportTo(account.baseUrl)
    const entered = await login(transport, { email: account.user.email, password, deviceName })
    if (entered.ok && entered.value.next === 'granted') {
      const ended = await logout(transport, entered.value.grant.token)
      if (!ended.ok) log.warn('password.probeNotEnded', { account: account.id, failure: ended.failure.kind })
    }
    return entered
  }

  /** Probes with one password, unless it has been; drops it for its answer. */
  async function probe(
    account: Account,
    held: HeldPasswords,
    which: 'next' | 'current',
  ): Promise<Result<ProbeAnswer>> {
    const one = held[which]
    if ('answer' in one) return ok(one.answer)
    const entered = await catchStorageError(() => signIn(account, one.password, nameOf(held.at, which)))
    if (isUntried(entered)) return entered
    const answer = answerOfProbe(entered)
    held[which] = { answer }
    return ok(answer)
  }

  const namesOf = (at: number): string[] => [nameOf(at, 'next'), nameOf(at, 'current')]

  /** The names of the probes that may have left a session, by the change that they were made for. */
  const allNames = (accountId: string): string[] => marks.probesOf(accountId).flatMap(({ at }) => namesOf(at))

  /** A probe whose answer was lost was let through all the same when the list has its session. */
  const orListed = (answer: ProbeAnswer, deviceName: string, listed: readonly ApiSession[]): ProbeAnswer =>
    answer === 'unclear' && listed.some(({ name }) => name.includes(deviceName)) ? 'accepted' : answer

  return {
    async verifyOutcome(account, held) {
      const { at } = held
      marks.probing(account.id, { at, madeAt: clock.now() })
      const withNew = await probe(account, held, 'next')
      if (!withNew.ok) {
        // As if it had not been asked for.
        if ('password' in held.current) {
          marks.open(account.id, { at, phase: 'sent' })
          marks.cleaned(account.id, at)
        }
        return withNew
      }
      const withOld = await probe(account, held, 'current')
      if (!withOld.ok) return withOld
      const list = await ports.refreshList(account.id)
      const listed = list.ok ? list.value : []
      const verdict = verdictOfProbes(
        orListed(withNew.value, nameOf(at, 'next'), listed),
        orListed(withOld.value, nameOf(at, 'current'), listed),
      )
      log.info('password.probed', {
        account: account.id,
        withNew: withNew.value,
        withOld: withOld.value,
        verdict,
      })
      return ok(verdict)
    },

    isProbe: (accountId, name) => allNames(accountId).some((probed) => name.includes(probed)),

    async cleanUp(accountId, sessions) {
      const probes = marks.probesOf(accountId)
      if (probes.length === 0 || cleaningUp.has(accountId)) return
      cleaningUp.add(accountId)
      for (const { at, madeAt } of probes) {
        const left = sessions.filter(
          ({ name, isCurrent }) => !isCurrent && namesOf(at).some((probed) => name.includes(probed)),
        )
        for (const { id } of left) {
          await catchStorageError(() =>
            gateway.callAs(accountId, (transport, token) => revokeSession(transport, token, id)),
          )
        }
        if (left.length === 0 && clock.now() - madeAt > CLEAN_UP_FOR_MS) marks.cleaned(accountId, at)
      }
      cleaningUp.delete(accountId)
    },
  }
}

function nameOf(at: number, which: 'next' | 'current'): string {
  return probeName(at, which === 'next' ? 'new' : 'old')
}
