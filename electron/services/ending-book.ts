import type { z } from 'zod'
import type { LedgerState } from '../domain/ledger.ts'
import type { SheetRow } from './ending-sheet.ts'
import type { Cabinet, Log } from './ports.ts'
import type { endingsShape } from './stored-shapes.ts'

/** What is kept of the ends that are not through, by account id; ids of sessions and when they were made only. */
export type EndingsFile = z.infer<typeof endingsShape>
/** What is kept of one account. */
export type StoredEnding = EndingsFile[string]

/** Remembers, over a crash too, which sessions are to be ended and which may have been asked for already. */
export interface EndingBook {
  accountIds(): string[]
  of(accountId: string): StoredEnding | null
  keep(accountId: string, stored: StoredEnding | null): void
}

/** Makes the book over its file. */
export function createEndingBook(cabinet: Cabinet<EndingsFile>, log: Log): EndingBook {
  return {
    accountIds: () => Object.keys(cabinet.read()),
    of: (accountId) => cabinet.read()[accountId] ?? null,
    keep(accountId, stored) {
      const { [accountId]: before, ...rest } = cabinet.read()
      if (!before && !stored) return
      try {
        cabinet.write(stored ? { ...rest, [accountId]: stored } : rest)
      } catch {
        // Nothing is sent twice for it: whatever the file says, a fresh list comes before anything else.
        log.warn('ending.notKept', { account: accountId })
      }
    },
  }
}

/**
 * A row as it is kept. `mayBeSent`: it belongs to the ones that are written down as sent before they go out, many at a
 * time. What failed is kept as asked for too: after a restart a list tells, and the person is asked.
 */
export function fieldOf(state: LedgerState, mayBeSent: boolean): Exclude<keyof StoredEnding, 'startedAt'> {
  switch (state.is) {
    case 'queued':
      return mayBeSent ? 'sent' : 'queued'
    case 'confirmed':
      return 'done'
    case 'alreadyGone':
      return 'gone'
    case 'cancelled':
      return 'cancelled'
    default:
      return 'sent'
  }
}

/** The rows of what was kept, as a restart finds them; a row that was called off may have been asked for anew. */
export function rowsOf(stored: StoredEnding): SheetRow[] {
  const all = (rows: StoredEnding['queued'], state: LedgerState): SheetRow[] =>
    rows.map(([id, createdAt]) => ({ id, createdAt, state }))
  return [
    ...all(stored.cancelled, { is: 'cancelled' }),
    ...all(stored.queued, { is: 'queued' }),
    ...all(stored.sent, { is: 'sent', answer: { is: 'earlier' } }),
    ...all(stored.done, { is: 'confirmed' }),
    ...all(stored.gone, { is: 'alreadyGone' }),
  ]
}

/** What is kept of several endings of one account; the first one tells when. */
export function together(parts: readonly StoredEnding[]): StoredEnding | null {
  const [first] = parts
  if (!first) return null
  const all = (field: Exclude<keyof StoredEnding, 'startedAt'>): StoredEnding['queued'] =>
    parts.flatMap((part) => part[field])
  const [queued, sent, done] = [all('queued'), all('sent'), all('done')]
  return { startedAt: first.startedAt, queued, sent, done, gone: all('gone'), cancelled: all('cancelled') }
}
