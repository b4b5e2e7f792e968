import { acceptHMRUpdate, defineStore } from 'pinia'
import { computed, shallowReactive } from 'vue'
import type { AccountTarget, BatchCommand, EndsUpdate, EndView } from '../../../electron/shared/ends.ts'
import type { DeviceSession, SessionIdentity } from '../../../electron/shared/session.ts'
import type { Result } from '../../../electron/shared/result.ts'
import { invoke, on, type RequestError } from '../../lib/bridge.ts'
import { useToasts, type Subject } from '../../lib/toasts.ts'
import { applyEnds, openEndsOf, type OpenEnd, type ShownEnds } from './open-ends.ts'
import { newestUndoable, onlyOf, type AccountBatch } from './strip-lines.ts'

/** The chosen sessions of one account. */
export interface ChosenSessions {
  accountId: string
  sessions: readonly SessionIdentity[]
}

const NOTHING: ReadonlyMap<number, OpenEnd> = new Map()

/** The ends of all accounts, as last received from main. */
export const useRevocations = defineStore('revocations', () => {
  const toasts = useToasts()
  const shown = shallowReactive(new Map<string, ShownEnds>())

  /** The batches of all accounts, the oldest of each first. */
  const batches = computed((): AccountBatch[] =>
    [...shown].flatMap(([accountId, view]) => view.batches.map((batch) => ({ accountId, batch }))),
  )

  const openEnds = (accountId: string): ReadonlyMap<number, OpenEnd> => {
    const view = shown.get(accountId)
    return view ? openEndsOf(view) : NOTHING
  }
  /** The unfinished end of a session; null if there is none. */
  const endOf = (accountId: string, sessionId: number): OpenEnd | null =>
    openEnds(accountId).get(sessionId) ?? null
  /** Whether it ends once its service can be reached. */
  const isQueued = (accountId: string, sessionId: number): boolean =>
    endOf(accountId, sessionId)?.place === 'queued'
  /** The ids of an account's sessions that are being ended. */
  function endingIds(accountId: string): Set<number> {
    const ending = [...openEnds(accountId).values()].filter(
      ({ place }) => place === 'undoable' || place === 'ending',
    )
    return new Set(ending.map(({ sessionId }) => sessionId))
  }
  const isEnding = (accountId: string, sessionId: number): boolean => {
    const place = endOf(accountId, sessionId)?.place
    return place === 'undoable' || place === 'ending'
  }

  /** The ends of an account's sessions that stay signed in if the account is signed out now. */
  const leftBehind = (accountId: string): OpenEnd[] =>
    [...openEnds(accountId).values()].filter(({ isLeftBehind }) => isLeftBehind)

  function receive(update: EndsUpdate): void {
    const next = applyEnds(shown.get(update.accountId), update)
    // The window missed an earlier update, for example one from before it opened.
    if (next) shown.set(update.accountId, next)
    else void open()
  }

  /** Loads the ends of all accounts; updates follow as events. */
  async function open(): Promise<void> {
    const answer = await invoke('ends:get')
    if (answer.ok) for (const view of answer.value) receive({ ...view, isWhole: true })
  }

  /** Subscribes to updates for the rest of the run. */
  function start(): void {
    on('ends:changed', receive)
    on('session:revoked', ({ accountId, sessionId, name, outcome: { kind } }) => {
      // What did not succeed has a line of its own.
      if (kind === 'ended' || kind === 'alreadyGone')
        toasts.addSettled(kind, `session ${accountId} ${sessionId}`, name)
    })
    void open()
  }

  /**
   * Starts to end one session; main sends the request after the time in which it can be undone. `isAtOnce`: at once, even if main
   * cannot store it.
   */
  async function revoke(
    accountId: string,
    { id, createdAt, name }: SessionIdentity & Pick<DeviceSession, 'name'>,
    isAtOnce = false,
  ): Promise<void> {
    const session = { id, createdAt }
    const answer = await invoke('session:revoke', { accountId, session, ...(isAtOnce && { isAtOnce }) })
    const subject: Subject = `session ${accountId} ${id}`
    if (answer.ok) return toasts.removeFailures((one) => one === subject)
    const asked = { accountId, kind: 'one', session: { ...session, name } } as const
    toasts.add(subject, { kind: 'startFailed', asked, failure: answer.failure })
  }

  /** Starts to end the sessions of a plan, in one or several accounts; `isAtOnce` as for one. */
  async function begin(chosen: readonly ChosenSessions[], isAtOnce = false): Promise<void> {
    const plan = chosen.map(({ accountId, sessions }): AccountTarget => ({
      accountId,
      target: { kind: 'these', sessions: sessions.map(({ id, createdAt }) => ({ id, createdAt })) },
    }))
    const answer = await invoke('session:revokeMany', { plan, ...(isAtOnce && { isAtOnce }) })
    const failureOf = (accountId: string): RequestError | undefined =>
      answer.ok
        ? answer.value.refused.find((refused) => refused.accountId === accountId)?.failure
        : answer.failure
    for (const { accountId, sessions } of chosen) {
      const failure = failureOf(accountId)
      const subject: Subject = `revocation ${accountId}`
      const asked = { accountId, kind: 'many', sessions } as const
      if (failure) toasts.add(subject, { kind: 'startFailed', asked, failure })
      else toasts.removeFailures((one) => one === subject)
    }
  }

  const send = ({ accountId, batch }: AccountBatch, command: BatchCommand) =>
    invoke('ends:control', { accountId, batch: batch.number, command })

  /** A late command shows no error, because the state already changed. */
  function tellFailure(accountId: string, answer: Result<null, RequestError>): void {
    if (answer.ok || answer.failure.kind === 'conflict' || answer.failure.kind === 'notFound') return
    toasts.add(`revocation ${accountId}`, { kind: 'failed', failure: answer.failure })
  }

  /** Sends a command to each batch of a line. */
  async function control(parts: readonly AccountBatch[], command: BatchCommand): Promise<void> {
    await Promise.all(parts.map(async (part) => tellFailure(part.accountId, await send(part, command))))
  }

  /** Lets all ends of an account go on that are paused, or that ask whether they do; `shown` has what came of it. */
  async function resume(accountId: string): Promise<void> {
    const stopped = batches.value.filter(
      (part) => part.accountId === accountId && ['paused', 'asking'].includes(part.batch.phase.is),
    )
    await control(stopped, 'resume')
    await open()
  }

  /** The ends of a batch. */
  const endsIn = ({ accountId, batch }: AccountBatch): EndView[] =>
    [...(shown.get(accountId)?.ends.values() ?? [])].filter((end) => end.batches.includes(batch.number))

  /** The name of a session that is ended alone. */
  const nameOf = (part: AccountBatch): string => endsIn(part)[0]?.name ?? ''

  /** Undoes the newest plan that can be undone, and says what stays signed in. Returns whether there was one. */
  function undoNewest(): boolean {
    const parts = newestUndoable(batches.value)
    if (parts.length > 0) void undoPlan(parts)
    return parts.length > 0
  }

  async function undoPlan(parts: readonly AccountBatch[]): Promise<void> {
    const undone = await Promise.all(
      parts.map(async (part) => {
        const ends = endsIn(part)
        // What another batch asks for too is ended all the same.
        const freed = ends.filter((end) => end.batches.length === 1)
        return { accountId: part.accountId, ends, freed, answer: await send(part, 'undo') }
      }),
    )
    const only = onlyOf(parts) && undone[0]
    if (only) {
      const { accountId, ends, freed, answer } = only
      for (const { sessionId, name } of answer.ok ? freed : ends)
        tellUndone(accountId, { id: sessionId, name: name ?? '' }, answer)
      return
    }
    for (const { accountId, answer } of undone) tellFailure(accountId, answer)
    const accepted = undone.filter(({ answer }) => answer.ok)
    const n = accepted.reduce((sum, { freed }) => sum + freed.length, 0)
    if (n > 0) toasts.add(`revocation ${accepted[0]?.accountId}`, { kind: 'allUndone', n })
  }

  function tellUndone(
    accountId: string,
    { id, name }: Pick<DeviceSession, 'id' | 'name'>,
    answer: Result<null, RequestError>,
  ): void {
    const subject: Subject = `session ${accountId} ${id}`
    if (!answer.ok) return toasts.add(subject, { kind: 'undoFailed', name, failure: answer.failure })
    toasts.removeFailures((one) => one === subject)
    toasts.addSettled('undone', subject, name)
  }

  /** Takes the end of one session back, and says what came of that. */
  async function undo(accountId: string, { id, name }: Pick<DeviceSession, 'id' | 'name'>): Promise<void> {
    tellUndone(accountId, { id, name }, await invoke('session:undo', { accountId, sessionId: id }))
  }

  /** Closes the line about waiting ends that were not sent. */
  async function dismissUnsent(accountId: string): Promise<void> {
    const answer = await invoke('ends:dismissUnsent', { accountId })
    if (!answer.ok) toasts.add(`list ${accountId}`, { kind: 'failed', failure: answer.failure })
  }

  return {
    shown,
    batches,
    endOf,
    isQueued,
    endingIds,
    isEnding,
    leftBehind,
    start,
    open,
    revoke,
    begin,
    control,
    resume,
    endsIn,
    nameOf,
    undo,
    undoNewest,
    dismissUnsent,
  }
})
if (import.meta.hot) import.meta.hot.accept(acceptHMRUpdate(useRevocations, import.meta.hot))
