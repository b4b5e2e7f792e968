import { login, type LoginResult } from '../../api/sign-in.ts'
import { revokeSession } from '../../api/sessions.ts'
import { logout } from '../../api/tokens.ts'
import type { Transport } from '../../api/transport.ts'
import type { Account } from '../../shared/account.ts'
import type { PasswordVerdict } from '../../shared/password.ts'
import type { ApiSession } from '../../domain/api-session.ts'
import { ok, type Result } from '../../shared/result.ts'
import {
  classifyProbe,
  isUntried,
  probeName,
  verdictOfProbes,
  type ProbeOutcome,
} from './domain/password-verdict.ts'
import type { Gateway } from '../../core/gateway.ts'
import { catchStorageError } from '../../core/storage-error.ts'
import type { PasswordJournal } from './password-journal.ts'
import type { Clock, Log } from '../../core/ports.ts'

/** One password of a change, in memory only; the outcome of its probe replaces it. */
export type HeldPassword = { password: string } | { outcome: ProbeOutcome }

/** The two passwords of one change, sent at `at`, epoch ms by this computer's clock. */
export interface HeldPasswords {
  at: number
  next: HeldPassword
  current: HeldPassword
}

/** Verifies by sign-ins which password the service accepts, and cleans up the sessions of these sign-ins. */
export interface PasswordProbes {
  /**
   * Signs in once with each password and logs out at once. Changes `held`: the outcome of a probe replaces its password.
   * If a probe was certainly not evaluated, stops with its failure, and its password stays.
   */
  verifyOutcome(account: Account, held: HeldPasswords): Promise<Result<PasswordVerdict>>
  /** Whether a session's name is that of one of this app's probes. */
  isProbe(accountId: string, name: string): boolean
  /** Revokes the sessions of probes in a fresh list, and forgets probes whose sessions can no longer appear. */
  cleanUp(accountId: string, sessions: readonly ApiSession[]): Promise<void>
}

export interface ProbeDependencies {
  gateway: Gateway
  journal: PasswordJournal
  transportTo(baseUrl: string): Transport
  refreshList(accountId: string): Promise<Result<readonly ApiSession[]>>
  clock: Clock
  log: Log
}

/** How long the service may still carry out a sign-in whose response was lost. */
const CLEAN_UP_PERIOD_MS = 600_000

/** Creates the probes. */
export function createPasswordProbes(dependencies: ProbeDependencies): PasswordProbes {
  const { gateway, journal, transportTo, clock, log } = dependencies
  /** The accounts with a running clean-up: lists that arrive meanwhile do not start another one. */
  const cleaningUp = new Set<string>()

  /** Signs in once with one password, and logs out again. */
  async function signIn(
    account: Account,
    password: string,
    deviceName: string,
  ): Promise<Result<LoginResult>> {
    const transport = transportTo(account.baseUrl)
    const response = await login(transport, { email: account.user.email, password, deviceName })
    if (response.ok && response.value.kind === 'granted') {
      const ended = await logout(transport, response.value.grant.token)
      if (!ended.ok)
        log.warn('password.probeNotLoggedOut', { account: account.id, failure: ended.failure.kind })
    }
    return response
  }

  /** Probes one password, unless that is done; replaces it by the outcome. */
  async function probe(
    account: Account,
    held: HeldPasswords,
    role: 'next' | 'current',
  ): Promise<Result<ProbeOutcome>> {
    const entry = held[role]
    if ('outcome' in entry) return ok(entry.outcome)
    const response = await catchStorageError(() => signIn(account, entry.password, nameOf(held.at, role)))
    if (isUntried(response)) return response
    const outcome = classifyProbe(response)
    held[role] = { outcome }
    return ok(outcome)
  }

  const namesOf = (at: number): string[] => [nameOf(at, 'next'), nameOf(at, 'current')]

  /** The device names of all probes that may be listed. */
  const allNames = (accountId: string): string[] =>
    journal.probesOf(accountId).flatMap(({ at }) => namesOf(at))

  /** A probe without a response was accepted if the list has its session. */
  const orListed = (
    outcome: ProbeOutcome,
    deviceName: string,
    listed: readonly ApiSession[],
  ): ProbeOutcome =>
    outcome === 'unclear' && listed.some(({ name }) => name.includes(deviceName)) ? 'accepted' : outcome

  return {
    async verifyOutcome(account, held) {
      const { at } = held
      journal.recordProbe(account.id, { at, madeAt: clock.now() })
      const withNew = await probe(account, held, 'next')
      if (!withNew.ok) {
        // Nothing was evaluated, so restore the earlier state.
        if ('password' in held.current && journal.of(account.id)) {
          journal.open(account.id, { at, phase: 'sent' })
          journal.removeProbes(account.id, at)
        }
        return withNew
      }
      const withOld = await probe(account, held, 'current')
      if (!withOld.ok) return withOld
      const list = await dependencies.refreshList(account.id)
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

    isProbe: (accountId, name) => allNames(accountId).some((probeDevice) => name.includes(probeDevice)),

    async cleanUp(accountId, sessions) {
      const probes = journal.probesOf(accountId)
      if (probes.length === 0 || cleaningUp.has(accountId)) return
      cleaningUp.add(accountId)
      for (const { at, madeAt } of probes) {
        const leftover = sessions.filter(
          ({ name, isCurrent }) =>
            !isCurrent && namesOf(at).some((probeDevice) => name.includes(probeDevice)),
        )
        for (const { id } of leftover) {
          await catchStorageError(() =>
            gateway.callAs(accountId, (transport, token) => revokeSession(transport, token, id)),
          )
        }
        if (leftover.length === 0 && clock.now() - madeAt > CLEAN_UP_PERIOD_MS)
          journal.removeProbes(accountId, at)
      }
      cleaningUp.delete(accountId)
    },
  }
}

function nameOf(at: number, role: 'next' | 'current'): string {
  return probeName(at, role === 'next' ? 'new' : 'old')
}
