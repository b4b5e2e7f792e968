import type { LostRenewal } from '../domain/left-behind.ts'
import type { JsonStore, Log } from './ports.ts'

/** A renewal that was begun and whose end is not known: that of the token with this sequence. */
export type RenewalMark = LostRenewal & { sequence: number }

/** Marks by account; on disk before anything is sent, and no secret. */
export type RenewalJournalFile = Record<string, RenewalMark>

/** Remembers, over a crash too, which renewals were begun. */
export interface RenewalJournal {
  of(accountId: string): RenewalMark | null
  begin(accountId: string, mark: RenewalMark): void
  end(accountId: string): void
  /** The token is over: a renewal of it that was left open is told as lost, and ended. */
  conclude(accountId: string): void
}

/** Makes the marks over their file; `lost` hears of a renewal whose new token nobody has. */
export function createRenewalJournal(
  store: JsonStore<RenewalJournalFile>,
  lost: (accountId: string, renewal: LostRenewal) => void,
  log: Log,
): RenewalJournal {
  /** On a disk that refuses, a renewal goes on unmarked: it would only explain, and without it the token ends. */
  function write(next: RenewalJournalFile): void {
    try {
      store.write(next)
    } catch {
      log.warn('token.renewalNotMarked')
    }
  }

  function end(accountId: string): void {
    const { [accountId]: marked, ...rest } = store.read()
    if (marked !== undefined) write(rest)
  }

  return {
    of: (accountId) => store.read()[accountId] ?? null,
    begin: (accountId, mark) => write({ ...store.read(), [accountId]: mark }),
    end,
    conclude(accountId) {
      const mark = store.read()[accountId]
      if (!mark) return
      lost(accountId, { at: mark.at, session: mark.session })
      end(accountId)
      log.warn('token.renewalLost', { account: accountId })
    },
  }
}
