import type { Grant } from '../../api/parse-responses.ts'
import { isTokenRevoked } from '../../api/profile.ts'
import { refresh } from '../../api/tokens.ts'
import type { Transport } from '../../api/transport.ts'
import { mayHaveBeenApplied, type Failure } from '../../shared/failure.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { Account } from '../../shared/account.ts'
import { idMatchesAddress } from '../../core/domain/account-id.ts'
import { renewalRetryIn } from './domain/renewal-retry.ts'
import { isEndDoubtful, lifeLeft, renewalDueIn, type TokenLife } from '../../core/domain/token-expiry.ts'
import type { Accounts } from '../../core/accounts.ts'
import { catchStorageError } from '../../core/catch-storage-error.ts'
import type { Clock, Log, OnAccountForgotten } from '../../core/ports.ts'
import type { RenewalJournal } from './renewal-journal.ts'
import type { RenewalWarnings } from './renewal-warnings.ts'
import type { ServiceClocks } from '../../core/service-clocks.ts'
import type { StoredToken, Vault } from '../../core/vault.ts'
import type { WorkUnderWay } from '../../core/work-under-way.ts'
import { type PendingLogouts, ownerOf } from '../auth/index.ts'

/** Renews tokens ahead of their end, one renewal at a time per account. */
export interface Renewals {
  /** Renews when it is due, and settles what a lost reply or a crash left open; resolves when the token may be used. */
  ensureFresh(accountId: string): Promise<void>
  /** Renews now, due or not. */
  renew(accountId: string): Promise<Result<null>>
  /** What becomes of the renewal that is under way; null when there is none. A new token that is not kept is logged out. */
  underWay(accountId: string): Promise<Result<null>> | null
  /** ms until the token has to be renewed, as far as is known; null: never by itself. */
  dueIn(accountId: string): number | null
  /** Whether the end that the service told of an account's token cannot be meant; then it is renewed as if it had none. */
  isEndDoubtful(accountId: string): boolean
  /** A sign-in has given the account a token just now: what is open about the one before is forgotten. */
  signedIn(accountId: string): void
}

/** What renewing works with. */
export interface RenewalPorts {
  accounts: Accounts
  vault: Vault
  transportOf(accountId: string, baseUrl: string): Transport
  journal: RenewalJournal
  /** Logs out a new token that came too late. */
  logouts: Pick<PendingLogouts, 'discard'>
  work: Pick<WorkUnderWay, 'track'>
  serviceClocks: ServiceClocks
  /** The account's current session, as far as a list told it. */
  currentSession(accountId: string): { id: number; name: string } | null
  /** How often a token without an end is renewed, ms, or null: never. */
  every(): number | null
  /** Hears how it goes. */
  warnings: Pick<RenewalWarnings, 'tokenChanged' | 'failed' | 'forget'>
  onAccountForgotten: OnAccountForgotten
  clock: Clock
  random(): number
  log: Log
}

type Usable = StoredToken & { state: 'held' }

/** Makes the renewals. */
export function createRenewals(ports: RenewalPorts): Renewals {
  const { accounts, vault, journal: marks, serviceClocks, warnings, clock, log } = ports
  const running = new Map<string, { wasAsked: boolean; result: Promise<Result<null>> }>()
  /** `until` is by the steady clock. */
  const pauses = new Map<string, { failures: number; until: number }>()
  /** The lives of the tokens, as of the last look. */
  const lives = new Map<string, TokenLife>()
  /** When the tokens of this run came, by the steady clock. */
  const received = new Map<string, number>()

  function heldFor(accountId: string): number | null {
    const since = received.get(accountId)
    return since === undefined ? null : clock.steady() - since
  }

  function dueIn(accountId: string, life: TokenLife): number | null {
    return renewalDueIn(life, heldFor(accountId), ports.every(), serviceClocks.now(accountId))
  }

  /** After a reply that was lost: whether the old token still works tells what became of it. */
  async function settle(accountId: string, transport: Transport, held: Usable): Promise<Result<null>> {
    const over = await isTokenRevoked(transport, held.token)
    if (!over.ok) return over
    if (over.value) {
      // Told before the token goes: killed in between, the next start would say that it had never been kept.
      await vault.remove(accountId, held.token, () => accounts.setStatus(accountId, 'renewalLost'))
      marks.markLost(accountId)
    } else marks.end(accountId)
    return over.value ? failed({ kind: 'unauthenticated' }) : ok(null)
  }

  async function send(account: Account, transport: Transport, held: Usable): Promise<Result<null>> {
    const accountId = account.id
    const at = serviceClocks.now(accountId)
    const session = ports.currentSession(accountId)
    marks.begin(accountId, { sequence: held.sequence, at, session })
    const grant = await refresh(transport, held.token)
    if (grant.ok) {
      const isKept = await vault.replace(accountId, held.token, grant.value.token, grant.value)
      marks.end(accountId)
      if (!isKept) return discard(account, session?.name ?? null, grant.value)
      received.set(accountId, clock.steady())
      serviceClocks.sync(accountId, grant.value.issuedAt)
      log.info('token.renewed', { account: accountId })
      return ok(null)
    }
    log.info('token.notRenewed', { account: accountId, failure: grant.failure.kind })
    const now = await vault.get(accountId)
    // Of a token that is not in use any more, the service can only say that it is over.
    const isInUse = now.state === 'held' && now.token === held.token
    if (isInUse && mayHaveBeenApplied(grant.failure)) {
      const settled = await settle(accountId, transport, held)
      // The old token works, or nobody can say: this was no renewal, and its own failure is the reason.
      const isNews = !settled.ok && ['unauthenticated', 'rateLimited'].includes(settled.failure.kind)
      return isNews ? settled : grant
    }
    marks.end(accountId)
    return grant
  }

  /** Signed out, or signed in anew, while the reply was on its way: nobody will ever use this token. */
  async function discard(account: Account, deviceName: string | null, grant: Grant): Promise<Result<null>> {
    const loggedOut = await ports.logouts.discard(ownerOf(account, deviceName), grant.token, grant)
    return failed({ kind: loggedOut.ok ? 'cancelled' : 'outcomeUnknown' })
  }

  function note(accountId: string, held: StoredToken): void {
    if (held.state !== 'held') {
      lives.delete(accountId)
      return warnings.tokenChanged(accountId, null)
    }
    const { issuedAt, expiresAt } = held
    const known = lives.get(accountId)
    if (isEndDoubtful(held) && known?.issuedAt !== issuedAt)
      log.warn('token.endDoubtful', { account: accountId, lifetime: (expiresAt ?? 0) - issuedAt })
    lives.set(accountId, { issuedAt, expiresAt })
    warnings.tokenChanged(accountId, held)
  }

  async function attempt(accountId: string, wanted: (held: Usable) => boolean): Promise<Result<null>> {
    const account = accounts.get(accountId)
    const held = await vault.get(accountId)
    if (!account || held.state !== 'held' || !idMatchesAddress(account)) return ok(null)
    // An instance API token is managed where it was made.
    if (account.credential.kind === 'instance') return ok(null)
    note(accountId, held)
    const transport = ports.transportOf(account.id, account.baseUrl)
    const mark = marks.of(accountId)
    if (mark && mark.sequence >= held.sequence) {
      const settled = await settle(accountId, transport, held)
      if (!settled.ok) return settled
    } else if (mark) marks.end(accountId)
    const result = wanted(held) ? await send(account, transport, held) : ok(null)
    note(accountId, await vault.get(accountId))
    return result
  }

  function begin(
    accountId: string,
    wasAsked: boolean,
    wanted: (held: Usable) => boolean,
  ): Promise<Result<null>> {
    const started = ports.work.track(
      catchStorageError(() => attempt(accountId, wanted)).then((result) => {
        running.delete(accountId)
        if (result.ok) pauses.delete(accountId)
        // Another token took the place of the one that was to be renewed, and has a time of its own.
        else if (result.failure.kind !== 'cancelled') pause(accountId, result.failure)
        return result
      }),
    )
    running.set(accountId, { wasAsked, result: started })
    return started
  }

  function pause(accountId: string, failure: Failure): void {
    const failures = (pauses.get(accountId)?.failures ?? 0) + 1
    const life = lives.get(accountId)
    const left = life ? lifeLeft(life, heldFor(accountId), serviceClocks.now(accountId)) : null
    const wait = renewalRetryIn({ failure, failures, left, now: clock.now(), random: ports.random() })
    pauses.set(accountId, { failures, until: clock.steady() + wait })
    warnings.failed(accountId)
  }

  const pauseLeft = (accountId: string): number => (pauses.get(accountId)?.until ?? 0) - clock.steady()

  function forget(accountId: string): void {
    lives.delete(accountId)
    received.delete(accountId)
    pauses.delete(accountId)
    warnings.forget(accountId)
    marks.end(accountId)
  }

  ports.onAccountForgotten(forget)

  return {
    async ensureFresh(accountId) {
      const known = running.get(accountId)
      if (known) {
        await known.result
        return
      }
      if (pauseLeft(accountId) > 0) return
      await begin(accountId, false, (held) => dueIn(accountId, held) === 0)
    },
    async renew(accountId) {
      if ((await vault.get(accountId)).state !== 'held') return failed({ kind: 'unauthenticated' })
      if (accounts.get(accountId)?.credential.kind === 'instance') return failed({ kind: 'forbidden' })
      // A look whether it is due is no renewal: what was asked for is begun after it, and joined by whoever asks too.
      for (let known = running.get(accountId); known; known = running.get(accountId)) {
        if (known.wasAsked) return known.result
        await known.result
      }
      return begin(accountId, true, () => true)
    },
    underWay: (accountId) => running.get(accountId)?.result ?? null,
    dueIn(accountId) {
      const life = lives.get(accountId)
      const due = life ? dueIn(accountId, life) : null
      return due === null ? null : Math.max(due, pauseLeft(accountId))
    },
    isEndDoubtful(accountId) {
      const life = lives.get(accountId)
      return life !== undefined && isEndDoubtful(life)
    },
    signedIn(accountId) {
      forget(accountId)
      received.set(accountId, clock.steady())
    },
  }
}
