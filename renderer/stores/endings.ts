import { defineStore } from 'pinia'
import { computed, shallowReactive } from 'vue'
import type { Ending, EndingNews, EndingRow } from '../../electron/contract/ending.ts'
import type { SessionIdentity } from '../../electron/contract/models.ts'
import { invoke, on } from '../bridge.ts'
import { useToasts } from './toasts.ts'

/** An ending and its rows by session. */
export interface ShownEnding {
  ending: Ending
  rows: ReadonlyMap<number, EndingRow>
}

/** What a person can want of the end of many. */
export type Wish = 'undo' | 'pause' | 'resume' | 'cancel' | 'retry' | 'dismiss'

/** The ends of many sessions, by account, as main last told them. */
export const useEndings = defineStore('endings', () => {
  const toasts = useToasts()
  const shown = shallowReactive(new Map<string, ShownEnding>())

  /** Those that can be undone. */
  const undoable = computed((): Ending[] =>
    [...shown.values()].map(({ ending }) => ending).filter(({ phase }) => phase.is === 'undoable'),
  )

  /** How many sessions of an account are still to be asked for: signing out would leave them signed in. */
  function unsentCount(accountId: string): number {
    const ending = shown.get(accountId)?.ending
    return ending && ending.phase.is !== 'done' ? ending.counts.queued : 0
  }

  function keep({ accountId, ending, rows }: EndingNews): void {
    const known = shown.get(accountId)
    if (!ending) return void shown.delete(accountId)
    const before = known?.ending.startedAt === ending.startedAt ? known.rows : []
    const changed = rows.map((row): [number, EndingRow] => [row.sessionId, row])
    shown.set(accountId, { ending, rows: new Map([...before, ...changed]) })
  }

  /** Listens to main for the rest of the run. */
  const start = (): void => void on('ending:changed', keep)

  /** Asks how the ending of one account is; main goes on telling. */
  async function open(accountId: string): Promise<void> {
    const answer = await invoke('ending:get', { accountId })
    if (answer.ok) keep(answer.value)
  }

  /** Asks to end these sessions; main gives the person time to undo it. */
  async function begin(accountId: string, sessions: SessionIdentity[]): Promise<void> {
    const answer = await invoke('session:endMany', { accountId, choice: { kind: 'these', sessions } })
    const subject = `revocation ${accountId}` as const
    if (answer.ok) toasts.takeBackFailures((one) => one === subject)
    else toasts.add(subject, { kind: 'notBegun', failure: answer.failure })
  }

  /** Tells main what the person wants; what came too late shows by itself. */
  async function wish(accountId: string, what: Wish): Promise<void> {
    const n = shown.get(accountId)?.ending.total ?? 0
    const answer = await invoke(`ending:${what}`, { accountId })
    // Its news may come a little later; until then nothing else could be begun.
    if (answer.ok && (what === 'undo' || what === 'dismiss')) shown.delete(accountId)
    if (answer.ok && what === 'undo') toasts.add(`revocation ${accountId}`, { kind: 'allKept', n })
    if (!answer.ok && answer.failure.kind !== 'conflict')
      toasts.add(`revocation ${accountId}`, { kind: 'trouble', failure: answer.failure })
  }

  return { shown, undoable, unsentCount, start, open, begin, wish }
})
