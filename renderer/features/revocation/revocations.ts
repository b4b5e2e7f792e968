import { acceptHMRUpdate, defineStore } from 'pinia'
import { computed, shallowReactive } from 'vue'
import type {
  BulkRevocation,
  RevocationUpdate,
  RevocationItem,
} from '../../../electron/shared/bulk-revocation.ts'
import type { SessionIdentity } from '../../../electron/shared/session.ts'
import { invoke, on } from '../../lib/bridge.ts'
import { useSessions } from '../sessions/list/session-lists.ts'
import { useToasts } from '../../lib/toasts.ts'

/** A bulk revocation and its items by session id. */
export interface ShownRevocation {
  revocation: BulkRevocation
  items: ReadonlyMap<number, RevocationItem>
}

/** A command for a bulk revocation. */
export type RevocationCommand = 'undo' | 'pause' | 'resume' | 'cancel' | 'retry' | 'dismiss'

/** The bulk revocations by account id, as last received from main. */
export const useRevocations = defineStore('revocations', () => {
  const toasts = useToasts()
  const sessions = useSessions()
  const shown = shallowReactive(new Map<string, ShownRevocation>())

  const undoable = computed((): BulkRevocation[] =>
    [...shown.values()].map(({ revocation }) => revocation).filter(({ phase }) => phase.is === 'undoable'),
  )

  /** The number of an account's sessions that are queued to be ended. They stay signed in if the account is signed out now. */
  function unsentCount(accountId: string): number {
    const revocation = shown.get(accountId)?.revocation
    const queued = sessions.lists.get(accountId)?.queuedEnds.length ?? 0
    return queued + (revocation && revocation.phase.is !== 'done' ? revocation.counts.queued : 0)
  }

  function applyUpdate({ accountId, revocation, rows }: RevocationUpdate): void {
    const known = shown.get(accountId)
    if (!revocation) return void shown.delete(accountId)
    const before = known?.revocation.startedAt === revocation.startedAt ? known.items : []
    const changed = rows.map((row): [number, RevocationItem] => [row.sessionId, row])
    shown.set(accountId, { revocation, items: new Map([...before, ...changed]) })
  }

  /** Subscribes to updates for the rest of the run. */
  const start = (): void => void on('revocation:changed', applyUpdate)

  /** Loads the bulk revocation of an account; updates follow as events. */
  async function open(accountId: string): Promise<void> {
    const answer = await invoke('revocation:get', { accountId })
    if (answer.ok) applyUpdate(answer.value)
  }

  /** Starts to revoke the sessions; main sends the first request after the time in which this can be undone. */
  async function begin(accountId: string, sessions: SessionIdentity[]): Promise<void> {
    const answer = await invoke('session:revokeMany', { accountId, target: { kind: 'these', sessions } })
    const subject = `revocation ${accountId}` as const
    if (answer.ok) toasts.removeFailures((one) => one === subject)
    else toasts.add(subject, { kind: 'startFailed', failure: answer.failure })
  }

  /** Sends a command; resolves to whether main accepted it. A late command shows no error, because the state already changed. */
  async function send(accountId: string, command: RevocationCommand): Promise<boolean> {
    const answer = await invoke(`revocation:${command}`, { accountId })
    // The update may come later, and a new revocation cannot start while this one is shown.
    if (answer.ok && (command === 'undo' || command === 'dismiss')) shown.delete(accountId)
    if (!answer.ok && answer.failure.kind !== 'conflict')
      toasts.add(`revocation ${accountId}`, { kind: 'failed', failure: answer.failure })
    return answer.ok
  }

  async function control(accountId: string, command: RevocationCommand): Promise<void> {
    await send(accountId, command)
  }

  /** Undoes every bulk revocation that can be undone, which is one plan for one or several accounts. Shows one toast. */
  async function undoAll(): Promise<void> {
    const all = undoable.value
    const undone = await Promise.all(all.map(({ accountId }) => send(accountId, 'undo')))
    const n = all.reduce((sum, { total }, at) => sum + (undone[at] ? total : 0), 0)
    if (n > 0) toasts.add(`revocation ${all[0]?.accountId}`, { kind: 'allUndone', n })
  }

  return { shown, undoable, unsentCount, start, open, begin, control, undoAll }
})
if (import.meta.hot) import.meta.hot.accept(acceptHMRUpdate(useRevocations, import.meta.hot))
