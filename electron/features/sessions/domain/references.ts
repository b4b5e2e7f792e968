import { DAY_MS } from '../../../shared/dates.ts'
import { groupBy } from '../../../shared/group-by.ts'
import { isSameExcept } from '../../../shared/fields.ts'
import type { SessionIdentity } from '../../../shared/session.ts'
import { isSameSession } from '../../../domain/api-session.ts'
import type { RecordedSession, RecordReader, SessionReference } from './record.ts'

/** A reference that is kept for some time after its session left the list. */
export interface KeptReference extends SessionReference {
  /** When the session left the list, epoch ms by this computer's clock; null while it is listed. */
  goneAt: number | null
}

/** How long what refers to an unlisted session stays, because a service may omit a session by mistake. */
export const RETENTION_MS = 30 * DAY_MS

/**
 * Lets references follow their sessions in the record, to their keys and their present identities, and drops those whose
 * session left the list 30 days before `now`, epoch ms by this computer's clock. Returns the same array if nothing changes.
 */
export function followed<R extends KeptReference>(
  references: R[],
  resolve: (reference: R) => RecordedSession | null,
  now: number,
): R[] {
  const next = references.flatMap((reference): R[] => {
    const session = resolve(reference)
    const isListed = session !== null && session.endedAt === null
    const goneAt = isListed ? null : (reference.goneAt ?? now)
    if (goneAt !== null && now - goneAt > RETENTION_MS) return []
    const { key, id, createdAt } = session ?? reference
    const updated = { ...reference, key, id, createdAt, goneAt }
    return [isSameExcept<R>(reference, updated) ? reference : updated]
  })
  const isSame = next.length === references.length && next.every((each, at) => each === references[at])
  return isSame ? references : next
}

/** Creates a function that finds the reference to a session among those of an account, by key or else by identity. */
export function createReferences<R extends SessionReference>(
  record: RecordReader,
): (accountId: string, references: readonly R[], session: SessionIdentity) => R | null {
  const indexes = new WeakMap<readonly R[], { byKey: Map<number, R>; byId: Map<number, R[]> }>()

  function indexOf(references: readonly R[]) {
    const known = indexes.get(references)
    if (known) return known
    const bound = references.flatMap((each) => (each.key === null ? [] : [[each.key, each] as const]))
    const index = { byKey: new Map(bound), byId: groupBy(references, ({ id }) => id) }
    indexes.set(references, index)
    return index
  }

  return (accountId, references, session) => {
    if (references.length === 0) return null
    const { byKey, byId } = indexOf(references)
    const recorded = record.find(accountId, session)
    // A key of a record that was lost names nothing.
    const isAbout = (each: R): boolean =>
      isSameSession(each, session) && (!recorded || record.resolve(accountId, each) === recorded)
    return (recorded && byKey.get(recorded.key)) ?? byId.get(session.id)?.find(isAbout) ?? null
  }
}
