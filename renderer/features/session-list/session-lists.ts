import { acceptHMRUpdate, defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import type { SessionList } from '../../../electron/shared/session-list.ts'
import { applyUpdate, type SessionListUpdate } from '../../../electron/shared/session-list-update.ts'
import { invoke, on, type RequestError } from '../../../electron/shared/bridge.ts'
import { useToasts, type Subject } from '../../lib/toasts.ts'

const subjectOf = (accountId: string, key: number): Subject => `session ${accountId} ${key}`

/** The live lists by account id, as last received from main. */
export const useSessions = defineStore('sessions', () => {
  const toasts = useToasts()
  const lists = shallowReactive(new Map<string, SessionList>())
  /** Why main did not return a list, by account id. */
  const failures = shallowReactive(new Map<string, RequestError>())

  /** Which refresh requests main has not answered: the ids of accounts, and null for all of them. */
  const refreshing = shallowReactive(new Set<string | null>())

  /** The id of this device's session, by account id; a renewal changes it. */
  const currentIds = new Map<string, number>()

  /** The revision of the known rows, by account id. */
  const revisions = new Map<string, number>()

  function receiveUpdate(update: SessionListUpdate): void {
    const { accountId, revision, rows } = update
    // The window missed an earlier update, for example one from before it opened.
    if (rows === null && revisions.get(accountId) !== revision) return void load(accountId)
    failures.delete(accountId)
    revisions.set(accountId, revision)
    const before = lists.get(accountId)?.sessions ?? null
    const list = applyUpdate(update, before)
    lists.set(accountId, list)
    if (list.sessions && list.sessions !== before) removeResolvedFailures(accountId, list.sessions)
  }

  /** Removes failure toasts about sessions that are gone, and about a renewal that has succeeded since. */
  function removeResolvedFailures(accountId: string, rows: readonly DeviceSession[]): void {
    const listed = new Set(rows.map(({ key }) => subjectOf(accountId, key)))
    const current = rows.find(({ isCurrent }) => isCurrent)?.id
    const isRenewed = current !== undefined && currentIds.get(accountId) !== current
    if (current !== undefined) currentIds.set(accountId, current)
    toasts.removeFailures(
      (subject) =>
        (subject.startsWith(`session ${accountId} `) && !listed.has(subject)) ||
        (isRenewed && subject === `renewal ${accountId}`),
    )
  }

  /** Subscribes to updates for the rest of the run. */
  const start = (): void => void on('sessions:changed', receiveUpdate)

  /** Loads the list of an account, unless its rows are here; updates follow as events. */
  async function open(accountId: string): Promise<void> {
    if (!lists.get(accountId)?.sessions) await load(accountId)
  }

  async function load(accountId: string): Promise<void> {
    const answer = await invoke('session:list', { accountId })
    if (answer.ok) receiveUpdate(answer.value)
    else failures.set(accountId, answer.failure)
  }

  /** Fetches a fresh list of an account from its service; null: of all that are signed in. Resolves when all were checked. */
  async function refresh(accountId: string | null): Promise<void> {
    if (refreshing.has(accountId)) return
    refreshing.add(accountId)
    // The update of each list says why it could not be fetched.
    if (accountId === null) await invoke('session:refreshAll')
    else if (!lists.has(accountId)) await open(accountId)
    else {
      const answer = await invoke('session:refresh', { accountId })
      if (!answer.ok) failures.set(accountId, answer.failure)
    }
    refreshing.delete(accountId)
  }

  /** Renews the token of an account and shows the result in a toast. */
  async function renew(accountId: string): Promise<void> {
    const answer = await invoke('account:renew', { accountId })
    toasts.add(
      `renewal ${accountId}`,
      answer.ok ? { kind: 'renewed' } : { kind: 'renewalFailed', failure: answer.failure },
    )
  }

  /** Dismisses the notice about the session that an interrupted renewal has orphaned. */
  async function keepOrphan(accountId: string): Promise<void> {
    const answer = await invoke('session:keepOrphan', { accountId })
    if (!answer.ok) toasts.add(`list ${accountId}`, { kind: 'failed', failure: answer.failure })
  }

  return {
    lists,
    failures,
    refreshing,
    start,
    open,
    refresh,
    renew,
    keepOrphan,
  }
})
if (import.meta.hot) import.meta.hot.accept(acceptHMRUpdate(useSessions, import.meta.hot))
