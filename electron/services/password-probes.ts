import { login } from '../api/sign-in.ts'
import { revokeSession } from '../api/sessions.ts'
import { logout } from '../api/tokens.ts'
import type { Transport } from '../api/transport.ts'
import type { Account, PasswordVerdict } from '../contract/models.ts'
import type { ToldSession } from '../domain/told-session.ts'
import type { Result } from '../contract/result.ts'
import { answerOfProbe, probeName, verdictOfProbes, type ProbeAnswer } from '../domain/password-verdict.ts'
import type { Gateway } from './gateway.ts'
import { orFailure } from './or-failure.ts'
import type { PasswordMarks } from './password-marks.ts'
import type { Clock, Log } from './ports.ts'

/** The passwords of one change, in memory only, each for one probe. */
export interface Attempt {
  at: number
  currentPassword: string
  password: string
}

/** Finding out by signing in which password the service takes, and taking away what that leaves behind. */
export interface PasswordProbes {
  /** Signs in once with each password and ends those sign-ins at once. */
  findOut(account: Account, attempt: Attempt): Promise<PasswordVerdict>
  /** Whether a session's name is that of a probe that may still be there. */
  isProbe(accountId: string, name: string): boolean
  /** Ends the sessions of probes that a fresh list still has. */
  tidy(accountId: string, sessions: readonly ToldSession[]): Promise<void>
}

/** What probing works with; `check` asks for a fresh list. */
export interface ProbePorts {
  gateway: Gateway
  marks: PasswordMarks
  transportTo(baseUrl: string): Transport
  check(accountId: string): Promise<Result<readonly ToldSession[]>>
  clock: Clock
  log: Log
}

/** A sign-in whose answer was lost may still be carried out for a while; ms. */
const TIDY_FOR = 600_000

/** Makes the probes. */
export function createPasswordProbes(ports: ProbePorts): PasswordProbes {
  const { gateway, marks, transportTo, clock, log } = ports
  /** Lists come while an end is on its way: it is asked for once. */
  const tidying = new Set<string>()

  /** One sign-in with one password; never more than one, whatever comes of it. */
  async function probe(account: Account, password: string, deviceName: string): Promise<ProbeAnswer> {
    const transport = transportTo(account.baseUrl)
    const entered = await login(transport, { email: account.user.email, password, deviceName })
    if (entered.ok && entered.value.next === 'granted') {
      const ended = await logout(transport, entered.value.grant.token)
      if (!ended.ok) log.warn('password.probeNotEnded', { account: account.id, failure: ended.failure.kind })
    }
    return answerOfProbe(entered)
  }

  /** The names of the probes that were made, or are being made, for the change that is open. */
  function namesOf(accountId: string): string[] {
    const mark = marks.of(accountId)
    return mark && mark.phase !== 'sent' ? [probeName(mark.at, 'new'), probeName(mark.at, 'old')] : []
  }

  /** A probe whose answer was lost was let through all the same when the list has its session. */
  const orListed = (answer: ProbeAnswer, deviceName: string, listed: readonly ToldSession[]): ProbeAnswer =>
    answer === 'unclear' && listed.some(({ name }) => name.includes(deviceName)) ? 'accepted' : answer

  return {
    async findOut(account, { at, currentPassword, password }) {
      marks.set(account.id, { at, phase: 'probed' })
      const withNew = await probe(account, password, probeName(at, 'new'))
      const withOld = await probe(account, currentPassword, probeName(at, 'old'))
      const list = await ports.check(account.id)
      const listed = list.ok ? list.value : []
      const verdict = verdictOfProbes(
        orListed(withNew, probeName(at, 'new'), listed),
        orListed(withOld, probeName(at, 'old'), listed),
      )
      log.info('password.probed', { account: account.id, withNew, withOld, verdict })
      return verdict
    },

    isProbe: (accountId, name) => namesOf(accountId).some((probed) => name.includes(probed)),

    async tidy(accountId, sessions) {
      const mark = marks.of(accountId)
      if (!mark || mark.phase === 'sent' || tidying.has(accountId)) return
      tidying.add(accountId)
      const names = namesOf(accountId)
      const left = sessions.filter(
        ({ name, isCurrent }) => !isCurrent && names.some((probed) => name.includes(probed)),
      )
      for (const { id } of left) {
        await orFailure(() =>
          gateway.as(accountId, (transport, token) => revokeSession(transport, token, id)),
        )
      }
      tidying.delete(accountId)
      const isOver = left.length === 0 && clock.now() - mark.at > TIDY_FOR
      if (isOver && mark.phase === 'tidying') marks.set(accountId, null)
    },
  }
}
