import { defineStore } from 'pinia'
import { computed, shallowReactive } from 'vue'
import type {
  DeviceSession,
  PendingEnd,
  SessionIdentity,
  SessionList,
} from '../../electron/contract/models.ts'
import { listOf, type ListNews } from '../../electron/contract/list-news.ts'
import { invoke, on, type RequestError } from '../bridge.ts'
import { useToasts, type Subject } from './toasts.ts'

/** A pending end and the account that it belongs to. */
export interface AccountEnd extends PendingEnd {
  accountId: string
}

const subjectOf = (accountId: string, sessionId: number): Subject => `session ${accountId} ${sessionId}`

/** The live lists, by account, as main last told them. */
export const useSessions = defineStore('sessions', () => {
  const toasts = useToasts()
  const lists = shallowReactive(new Map<string, SessionList>())
  /** Why a list could not even be asked for. */
  const troubles = shallowReactive(new Map<string, RequestError>())

  /** The accounts whose list a person asked for, until main has taken it up. */
  const refreshing = shallowReactive(new Set<string>())

  /** Every end that is under way, the next to be sent first. */
  const ends = computed((): AccountEnd[] =>
    [...lists.values()]
      .flatMap(({ accountId, ends: pending }) => pending.map((end) => ({ ...end, accountId })))
      .toSorted((a, b) => a.sendAt - b.sendAt || a.sessionId - b.sessionId),
  )

  /** The session that is this device, by account: a renewal gives it another id. */
  const currents = new Map<string, number>()

  /** The edition of the rows that are known, by account. */
  const editions = new Map<string, number>()

  function keep(news: ListNews): void {
    const { accountId, edition, rows } = news
    // Something was missed, such as what came before this window was there.
    if (rows === null && editions.get(accountId) !== edition) return void open(accountId)
    troubles.delete(accountId)
    editions.set(accountId, edition)
    const before = lists.get(accountId)?.sessions ?? null
    const list = listOf(news, before)
    lists.set(accountId, list)
    if (list.sessions && list.sessions !== before) takeBackFailures(accountId, list.sessions)
  }

  /** A session that could not be ended is gone by now; a token that could not be renewed has been replaced. */
  function takeBackFailures(accountId: string, rows: readonly DeviceSession[]): void {
    const listed = new Set(rows.map(({ id }) => subjectOf(accountId, id)))
    const current = rows.find(({ isCurrent }) => isCurrent)?.id
    const isRenewed = current !== undefined && currents.get(accountId) !== current
    if (current !== undefined) currents.set(accountId, current)
    toasts.takeBackFailures(
      (subject) =>
        (subject.startsWith(`session ${accountId} `) && !listed.has(subject)) ||
        (isRenewed && subject === `renewal ${accountId}`),
    )
  }

  /** Listens to main for the rest of the run. */
  function start(): void {
    on('sessions:changed', keep)
    on('session:settled', ({ accountId, sessionId, name, outcome }) =>
      toasts.add(subjectOf(accountId, sessionId), { kind: 'settled', name, outcome }),
    )
  }

  /** Asks for the list of one account; main goes on telling its changes. */
  async function open(accountId: string): Promise<void> {
    const answer = await invoke('session:list', { accountId })
    if (answer.ok) keep(answer.value)
    else troubles.set(accountId, answer.failure)
  }

  /** Asks the service for a fresh list now. */
  async function refresh(accountId: string): Promise<void> {
    if (refreshing.has(accountId)) return
    refreshing.add(accountId)
    if (lists.has(accountId)) {
      const answer = await invoke('session:refresh', { accountId })
      if (!answer.ok) troubles.set(accountId, answer.failure)
    } else {
      await open(accountId)
    }
    refreshing.delete(accountId)
  }

  /** Asks to end one session; main waits for the undo window before it sends anything. */
  async function revoke(
    accountId: string,
    { id, createdAt, name }: SessionIdentity & Pick<DeviceSession, 'name'>,
  ): Promise<void> {
    const answer = await invoke('session:revoke', { accountId, session: { id, createdAt } })
    const subject = subjectOf(accountId, id)
    // It is being tried again: what failed before is no longer how it stands.
    if (answer.ok) return toasts.takeBackFailures((one) => one === subject)
    toasts.add(subject, { kind: 'settled', name, outcome: { kind: 'failed', failure: answer.failure } })
  }

  /** Takes an end back; says so either way. */
  async function undo({ accountId, sessionId, name }: AccountEnd): Promise<void> {
    const answer = await invoke('session:undo', { accountId, sessionId })
    toasts.add(
      subjectOf(accountId, sessionId),
      answer.ok ? { kind: 'kept', name } : { kind: 'notKept', name, failure: answer.failure },
    )
  }

  /** Renews the token of one account now. */
  async function renew(accountId: string): Promise<void> {
    const answer = await invoke('account:renew', { accountId })
    toasts.add(
      `renewal ${accountId}`,
      answer.ok ? { kind: 'renewed' } : { kind: 'notRenewed', failure: answer.failure },
    )
  }

  /** Stops pointing out what a lost renewal left behind. */
  async function keepLeftBehind(accountId: string): Promise<void> {
    const answer = await invoke('session:keepLeftBehind', { accountId })
    if (!answer.ok) toasts.add(`list ${accountId}`, { kind: 'trouble', failure: answer.failure })
  }

  return { lists, troubles, refreshing, ends, start, open, refresh, revoke, undo, renew, keepLeftBehind }
})
