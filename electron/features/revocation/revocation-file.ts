import type { z } from 'zod'
import type { ItemState, ItemToRevoke } from './domain/revocation-state.ts'

import type { revocationsSchema } from '../../core/file-schemas.ts'

/** The revocations that are not through, by account id; ids of sessions and when they were made only. */
export type RevocationsFile = z.infer<typeof revocationsSchema>
/** Those of one account. */
export type StoredRevocation = RevocationsFile[string]

/**
 * The list that an item is stored in. `isClaimed`: it belongs to a batch that is written as sent before it goes out. What
 * failed is stored as sent too: after a restart a list says what became of it, and the person is asked.
 */
export function fieldOf(state: ItemState, isClaimed: boolean): Exclude<keyof StoredRevocation, 'startedAt'> {
  switch (state.is) {
    case 'queued':
      return isClaimed ? 'sent' : 'queued'
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

/** The items as a restart finds them; what was cancelled may have been asked for anew, so it comes first. */
export function itemsOf(stored: StoredRevocation): ItemToRevoke[] {
  const all = (rows: StoredRevocation['queued'], state: ItemState): ItemToRevoke[] =>
    rows.map(([id, createdAt]) => ({ id, createdAt, state }))
  return [
    ...all(stored.cancelled, { is: 'cancelled' }),
    ...all(stored.queued, { is: 'queued' }),
    ...all(stored.sent, { is: 'sent', answer: { is: 'earlier' } }),
    ...all(stored.done, { is: 'confirmed' }),
    ...all(stored.gone, { is: 'alreadyGone' }),
  ]
}

/** Several revocations of one account as one, since when the first one goes; null when there is none. */
export function mergeStored(parts: readonly StoredRevocation[]): StoredRevocation | null {
  const [first] = parts
  if (!first) return null
  const all = (field: Exclude<keyof StoredRevocation, 'startedAt'>): StoredRevocation['queued'] =>
    parts.flatMap((part) => part[field])
  const [queued, sent, done] = [all('queued'), all('sent'), all('done')]
  return { startedAt: first.startedAt, queued, sent, done, gone: all('gone'), cancelled: all('cancelled') }
}
