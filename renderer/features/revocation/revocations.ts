import { acceptHMRUpdate, defineStore } from 'pinia'
import { computed, shallowReactive } from 'vue'
import type { EndsUpdate } from '../../../electron/shared/ends.ts'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import type { Result } from '../../../electron/shared/result.ts'
import { invoke, on, type RequestError } from '../../../electron/shared/bridge.ts'
import { useToasts, type Subject } from '../../lib/toasts.ts'
import { applyEnds, openEndsOf, type OpenEnd, type ShownEnds } from './open-ends.ts'
import type { AccountBatch } from './ends-lines.ts'

/** A session whose end is asked for or taken back. */
type NamedSession = Pick<DeviceSession, 'key' | 'name'>
/** A session by its key. */
type Keyed = Pick<DeviceSession, 'key'>

const NOTHING: ReadonlyMap<number, OpenEnd> = new Map()

/** The ends of all accounts, as last received from main. */
export const useRevocations = defineStore('revocations', () => {
  const toasts = useToasts()
  const shown = shallowReactive(new Map<string, ShownEnds>())

  /** The batches of all accounts, the oldest of each first. */
  const batches = computed((): AccountBatch[] =>
    [...shown].flatMap(([accountId, view]) => view.batches.map((batch) => ({ accountId, batch }))),
  )

  /** The unfinished ends of an account by the keys of their sessions. */
  const openEnds = (accountId: string): ReadonlyMap<number, OpenEnd> => {
    const view = shown.get(accountId)
    return view ? openEndsOf(view) : NOTHING
  }
  /** The unfinished end of a session; null if there is none. */
  const endOf = (accountId: string, { key }: Keyed): OpenEnd | null => openEnds(accountId).get(key) ?? null
  /** Whether it ends once its service can be reached. */
  const isWaiting = (accountId: string, session: Keyed): boolean =>
    endOf(accountId, session)?.place === 'waiting'
  const isUnderWay = ({ place }: OpenEnd): boolean => place === 'undoable' || place === 'ending'
  /** The keys of an account's sessions that are being ended. */
  const endingKeys = (accountId: string): Set<number> =>
    new Set([...openEnds(accountId)].filter(([, end]) => isUnderWay(end)).map(([key]) => key))
  const isEnding = (accountId: string, session: Keyed): boolean => {
    const end = endOf(accountId, session)
    return end !== null && isUnderWay(end)
  }
  /**
   * The keys of an account's sessions that are being ended, or end once its service can be reached. Ask once for many sessions:
   * Pinia wraps each call, and a list has thousands.
   */
  const begunKeys = (accountId: string): ReadonlySet<number> =>
    new Set([...openEnds(accountId)].flatMap(([key, { place }]) => (place === 'stopped' ? [] : key)))

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
    on('session:revoked', ({ accountId, key, name, state }) => {
      // What did not succeed has a line of its own.
      if (state === 'ended' || state === 'gone') toasts.addSettled(state, `session ${accountId} ${key}`, name)
    })
    void open()
  }

  /**
   * Starts to end one session; main sends the request after the time in which it can be undone. `isAtOnce`: at once, even if main
   * cannot store it.
   */
  async function revoke(accountId: string, { key, name }: NamedSession, isAtOnce = false): Promise<void> {
    const answer = await invoke('session:revoke', { accountId, key, ...(isAtOnce && { isAtOnce }) })
    const subject: Subject = `session ${accountId} ${key}`
    if (answer.ok) return toasts.removeFailures((one) => one === subject)
    const asked = { accountId, kind: 'one', session: { key, name } } as const
    toasts.add(subject, { kind: 'startFailed', asked, failure: answer.failure })
  }

  /** Says what came of taking the end of one session back. */
  function tellUndone(
    accountId: string,
    { key, name }: NamedSession,
    answer: Result<null, RequestError>,
  ): void {
    const subject: Subject = `session ${accountId} ${key}`
    if (!answer.ok) return toasts.add(subject, { kind: 'undoFailed', name, failure: answer.failure })
    toasts.removeFailures((one) => one === subject)
    toasts.addSettled('undone', subject, name)
  }

  /** Takes the end of one session back, and says what came of that. */
  async function undo(accountId: string, { key, name }: NamedSession): Promise<void> {
    tellUndone(accountId, { key, name }, await invoke('session:undo', { accountId, key }))
  }

  return {
    shown,
    batches,
    endOf,
    isWaiting,
    endingKeys,
    isEnding,
    begunKeys,
    openEnds,
    start,
    open,
    revoke,
    undo,
    tellUndone,
  }
})
if (import.meta.hot) import.meta.hot.accept(acceptHMRUpdate(useRevocations, import.meta.hot))
