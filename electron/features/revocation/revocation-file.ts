import type { z } from 'zod'
import type { SessionIdentity } from '../../shared/session.ts'
import type { ItemState, ItemToRevoke } from './domain/revocation-state.ts'

import type { revocationsSchema } from '../../core/file-schemas.ts'

/** The unfinished revocations by account id; of sessions, only ids and creation times. */
export type RevocationsFile = z.infer<typeof revocationsSchema>
/** The unfinished revocations of one account. */
export type StoredRevocation = RevocationsFile[string]

/**
 * Returns the list of the file that an item belongs to. `isClaimed`: its batch is stored as sent, before the requests.
 * A failed item is stored as sent too: after a restart a list shows its outcome.
 */
export function storedField(
  state: ItemState,
  isClaimed: boolean,
): Exclude<keyof StoredRevocation, 'startedAt'> {
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

/**
 * Restores the items after a restart. Cancelled ones come first, because a later entry replaces an earlier one of the
 * same id. `hasEnded`: whether the answer to a session's DELETE said that it ended it; a batch is stored as sent before it is.
 */
export function restoreItems(
  stored: StoredRevocation,
  hasEnded: (session: SessionIdentity) => boolean,
): ItemToRevoke[] {
  const sent = stored.sent.map(([id, createdAt]): ItemToRevoke => {
    const session = { id, createdAt }
    return { ...session, state: { is: 'sent', answer: { is: 'earlier', wasSent: hasEnded(session) } } }
  })
  const all = (rows: StoredRevocation['queued'], state: ItemState): ItemToRevoke[] =>
    rows.map(([id, createdAt]) => ({ id, createdAt, state }))
  return [
    ...all(stored.cancelled, { is: 'cancelled' }),
    ...all(stored.queued, { is: 'queued' }),
    ...sent,
    ...all(stored.done, { is: 'confirmed' }),
    ...all(stored.gone, { is: 'alreadyGone' }),
  ]
}

/** Merges several revocations of one account, with the start of the first; null if there are none. */
export function mergeStored(parts: readonly StoredRevocation[]): StoredRevocation | null {
  const [first] = parts
  if (!first) return null
  const all = (field: Exclude<keyof StoredRevocation, 'startedAt'>): StoredRevocation['queued'] =>
    parts.flatMap((part) => part[field])
  const [queued, sent, done] = [all('queued'), all('sent'), all('done')]
  return { startedAt: first.startedAt, queued, sent, done, gone: all('gone'), cancelled: all('cancelled') }
}
