import {
  hasFailed,
  isUnfinished,
  type EndsUpdate,
  type EndsView,
  type EndView,
} from '../../../electron/shared/ends.ts'
import { ANSWER_DELAY_MS } from './evidence.ts'
import type { Known } from './record.ts'

/** A failure that was told, in one batch. */
interface Failed {
  accountId: string
  batch: number
  key: number
  /** Whether the batch is for this end only. */
  isAlone: boolean
  at: number
}

/** Whether an end is unfinished. */
export const isOpen = ({ state }: Pick<EndView, 'state'>): boolean => isUnfinished(state)

/** Whether an end did not succeed. */
export const isFailure = ({ state }: Pick<EndView, 'state'>): boolean => hasFailed(state)

/** The ends of a batch. */
export const endsIn = ({ ends }: EndsView, batch: number): EndView[] =>
  ends.filter(({ batches }) => batches.includes(batch))

/** Looks that what did not succeed stays to be seen. */
export function createBatchChecks({ computer, violations, sessionOf }: Known) {
  const { now } = computer.kernel
  const failures = new Map<string, Failed>()
  const nameOf = (accountId: string, batch: number, key: number): string => `${accountId} ${batch} ${key}`

  function forgetFailures(isIts: (failed: Failed) => boolean): void {
    for (const [name, failed] of failures) if (isIts(failed)) failures.delete(name)
  }

  /** Whether a failure is of the session with this key: a record that was lost gives its sessions other keys. */
  function isOf({ accountId, key: its }: Failed, key: number): boolean {
    const session = sessionOf(accountId, its)
    return key === its || (session !== undefined && session === sessionOf(accountId, key))
  }

  /** What did not succeed stays until the person has seen it. */
  function checkFailures({ accountId, ends }: EndsView): void {
    for (const [name, failed] of failures) {
      const { batch, isAlone } = failed
      if (failed.accountId !== accountId) continue
      const shown = ends.filter((end) => end.batches.includes(batch) && isOf(failed, end.key))
      if (shown.some(isFailure)) {
        // It was asked for again: the result may go, also if a kill kept it on disk.
        const isAgain = (end: EndView): boolean =>
          isOpen(end) && isOf(failed, end.key) && Math.max(...end.batches) > batch
        if (isAlone && ends.some(isAgain)) failures.delete(name)
        continue
      }
      failures.delete(name)
      // It is another outcome by now, or its session is over and the record that told it was lost.
      if (shown.length > 0 || (isAlone && sessionOf(accountId, failed.key)?.until)) continue
      violations.add('results replaced unseen', null, `Batch ${batch} hides that of ${failed.key}.`)
    }
  }

  return {
    /** An update says what became of ends. */
    told({ accountId, batches, ends }: EndsUpdate) {
      const alone = new Set(batches.filter(({ cause }) => cause === 'one').map(({ number }) => number))
      for (const end of ends)
        for (const batch of end.batches) {
          const { key } = end
          const name = nameOf(accountId, batch, key)
          const isAlone = alone.has(batch)
          if (!isFailure(end)) failures.delete(name)
          else if (!failures.has(name)) failures.set(name, { accountId, batch, key, isAlone, at: now() })
        }
    },
    /** The app told that a session is gone, or the person asks again to end it: its single end is done with. */
    doneWith(accountId: string, key: number) {
      forgetFailures((failed) => failed.isAlone && failed.accountId === accountId && isOf(failed, key))
    },
    /** The person dismisses the results of a batch, or retries it. */
    resultsSeen: (accountId: string, batch: number) =>
      forgetFailures((failed) => failed.accountId === accountId && failed.batch === batch),
    check: checkFailures,
    /** An account is gone, with all that was asked for in it. */
    forget(accountId: string) {
      forgetFailures((failed) => failed.accountId === accountId)
    },
    /** A process starts; `isLost`: the one before could not store the ledger of an account. `aliveAt`: when that last did anything. */
    started(isLost: (accountId: string) => boolean, aliveAt: number) {
      forgetFailures(({ accountId, at }) => isLost(accountId) || aliveAt - at <= ANSWER_DELAY_MS)
    },
  }
}
