import { acceptHMRUpdate, defineStore } from 'pinia'
import { computed, shallowReactive } from 'vue'
import type {
  BulkRevocation,
  RevocationUpdate,
  RevocationItem,
} from '../../../electron/shared/ends.ts'
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
    // The rows of all its sessions replace those of what is not shown any more.
    const isWhole = rows.length === revocation.total
    const isSame = !isWhole && known?.revocation.startedAt === revocation.startedAt
    const changed = rows.map((row): [number, RevocationItem] => [row.sessionId, row])
    shown.set(accountId, { revocation, items: new Map([...(isSame ? known.items : []), ...changed]) })
  }

  /** Subscribes to updates for the rest of the run. */
  const start = (): void => void on('revocation:changed', applyUpdate)

  /** Loads the bulk revocation of an account; updates follow as events. */
  async function open(accountId: string): Promise<void> {
    const answer = await invoke('revocation:get', { accountId })
    if (answer.ok) applyUpdate(answer.value)
  }

  /**
   * Starts to revoke the sessions; main sends the first request after the time in which this can be undone. `isAtOnce`: at once,
   * even if main cannot store it.
   */
  async function begin(accountId: string, sessions: SessionIdentity[], isAtOnce = false): Promise<void> {
    const target = { kind: 'these', sessions } as const
    const answer = await invoke('session:revokeMany', { accountId, target, ...(isAtOnce && { isAtOnce }) })
    const subject = `revocation ${accountId}` as const
    if (answer.ok) return toasts.removeFailures((one) => one === subject)
    const asked = { accountId, kind: 'many', sessions } as const
    toasts.add(subject, { kind: 'startFailed', asked, failure: answer.failure })
  }

  /**
   * Sends a command; resolves to whether main accepted it. Main publishes what is left before it answers. A late command shows no
   * error, because the state already changed.
   */
  async function send(accountId: string, command: RevocationCommand): Promise<boolean> {
    const answer = await invoke(`revocation:${command}`, { accountId })
    if (!answer.ok && answer.failure.kind !== 'conflict')
      toasts.add(`revocation ${accountId}`, { kind: 'failed', failure: answer.failure })
    return answer.ok
  }

  async function control(accountId: string, command: RevocationCommand): Promise<void> {
    await send(accountId, command)
  }

  /** Undoes every bulk revocation that can be undone, which is one plan for one or several accounts. Shows one toast. */
  async function undoAll(): Promise<void> {
    const accepted = await Promise.all(
      undoable.value.map(async (each) => ((await send(each.accountId, 'undo')) ? [each] : [])),
    )
    const undone = accepted.flat()
    // What is shown afterwards was asked for at another time; the update may come later than the answer.
    const leftOf = (accountId: string): number => {
      const left = shown.get(accountId)?.revocation
      return left === undefined || left.phase.is === 'undoable' ? 0 : left.total
    }
    const n = undone.reduce((sum, { accountId, total }) => sum + total - leftOf(accountId), 0)
    if (n > 0) toasts.add(`revocation ${undone[0]?.accountId}`, { kind: 'allUndone', n })
  }

  return { shown, undoable, unsentCount, start, open, begin, control, undoAll }
})
if (import.meta.hot) import.meta.hot.accept(acceptHMRUpdate(useRevocations, import.meta.hot))
