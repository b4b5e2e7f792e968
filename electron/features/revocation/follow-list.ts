import { DAY_MS } from '../../shared/dates.ts'
import { MAX_WAIT_DAYS, type UnsentEnd, type UnsentReason } from '../../shared/ends.ts'
import type { ApiSession } from '../../domain/api-session.ts'
import { keyNow, type RecordReader } from '../sessions/index.ts'
import type { Clock } from '../../core/ports.ts'
import type { AccountEnds } from './account-ends.ts'
import type { Batch, End } from './domain/end.ts'
import type { Ledger } from './domain/ledger.ts'
import { judgeEnds, listing } from './domain/judge-ends.ts'
import { unlistedState } from './domain/revocation-state.ts'

/** Dependencies; `serviceNow` is epoch ms by the service's clock, once `isSynced`. */
export interface FollowDependencies {
  record: Pick<RecordReader, 'find' | 'byKey'>
  clock: Pick<Clock, 'steady'>
  nameOf(accountId: string, session: ApiSession): string
  serviceNow(accountId: string): number
  isSynced(accountId: string): boolean
}

/** By the service's clock. */
export const MAX_WAIT_MS = MAX_WAIT_DAYS * DAY_MS

/**
 * Lets the ends of an account follow a good list that is stored: what waited for it begins, with time to undo; what a restart
 * interrupted is judged; and what was said of an ended session is taken back if it is listed again.
 */
export function followList(
  accountId: string,
  { ledger, runner, isRenewed, changed }: AccountEnds,
  sessions: readonly ApiSession[],
  dependencies: FollowDependencies,
): void {
  if (ledger.batches().length === 0) return
  const { record } = dependencies
  for (const end of ledger.ends()) ledger.bind(end, keyNow(record, accountId, end))
  const listedAs = listing(sessions)
  const byId = new Map(sessions.map((session) => [session.id, session]))

  /** Why a waiting end is not sent; null if its session is listed, with the same id and time of sign-in. */
  function unsentReason(end: End): UnsentReason | null {
    const listed = byId.get(end.id)
    if (isRenewed(end)) return 'unclear'
    if (!listed) return 'gone'
    if (end.createdAt === null || listed.createdAt === null) return 'unclear'
    if (listedAs(end) === 'another') return 'replaced'
    return listed.isCurrent ? 'thisDevice' : null
  }

  const told = new Set<End>()

  function begin(batch: Batch): void {
    const rejected = new Map<End, UnsentEnd>()
    for (const end of ledger.queuedOf(batch)) {
      const { key, name } = end
      const reason = unsentReason(end)
      if (reason !== null) rejected.set(end, { key, name, reason })
    }
    const lines = [...rejected].filter(([end]) => !told.has(end)).map(([, line]) => line)
    for (const end of rejected.keys()) told.add(end)
    ledger.reject(batch, lines, new Set(rejected.keys()))
    if (batch.ends.size > 0) ledger.enter(batch, 'undoable', dependencies.clock.steady())
  }

  /** What was said of an end, by what the record says of its session now. */
  function reconsider(end: End): void {
    const { state } = end
    const known = record.byKey(accountId, end.key)
    if (!known) return
    const isListed = known.endedAt === null && listedAs(end) === 'itself'
    const isOver = known.endedAt !== null && listedAs(end) === 'nothing'
    if (isListed && state.is === 'confirmed')
      ledger.setState(end, { is: 'notConfirmed', failure: { kind: 'unexpectedAnswer', reason: 'shape' } })
    // This app did not end it, and may have been refused to.
    else if (isListed && state.is === 'alreadyGone')
      ledger.setState(end, { is: 'failed', failure: { kind: 'notFound' } })
    else if (isOver && state.is === 'notConfirmed' && known.answer === 'ended')
      ledger.setState(end, { is: 'confirmed' })
    else if (isOver && (state.is === 'notConfirmed' || state.is === 'failed'))
      ledger.setState(end, { is: 'alreadyGone' })
  }

  const isTooOld = ({ since }: Batch): boolean =>
    dependencies.isSynced(accountId) && dependencies.serviceNow(accountId) - since > MAX_WAIT_MS

  runner.listArrived()
  renameEnds(accountId, ledger, sessions, dependencies.nameOf)
  judgeEnds(ledger, ledger.askedUnproven(), listedAs, isRenewed)
  for (const batch of ledger.batches()) {
    const { phase, reason } = batch
    if (phase === 'asking' && reason === 'restarted')
      for (const end of ledger.queuedOf(batch))
        if (listedAs(end) !== 'itself') ledger.setState(end, unlistedState(isRenewed(end)))
    const isWaiting = phase === 'waiting' || phase === 'undoable' || phase === 'going'
    if (isWaiting && ledger.hasQueued(batch) && isTooOld(batch)) ledger.interrupt(batch, 'tooOld')
    else if (phase === 'waiting') begin(batch)
    // Nobody has to wait for what is gone, and what was renewed has to be asked for again.
    else
      for (const end of ledger.queuedOf(batch))
        if (isRenewed(end) || (batch.isAlone && listedAs(end) === 'another'))
          ledger.setState(end, unlistedState(isRenewed(end)))
    if (!batch.isAlone || ledger.isDone(batch)) batch.ends.forEach(reconsider)
  }
  changed()
}

/** Gives the ends of listed sessions their display names. */
export function renameEnds(
  accountId: string,
  ledger: Ledger,
  sessions: readonly ApiSession[],
  nameOf: FollowDependencies['nameOf'],
): void {
  const listedAs = listing(sessions)
  const byId = new Map(sessions.map((session) => [session.id, session]))
  for (const end of ledger.ends()) {
    const session = byId.get(end.id)
    if (session && listedAs(end) === 'itself') ledger.rename(end, nameOf(accountId, session))
  }
}
