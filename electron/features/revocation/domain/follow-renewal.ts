import type { SessionIdentity } from '../../../shared/session.ts'
import type { End } from './end.ts'
import type { Ledger } from './ledger.ts'
import { unlistedState, type ItemState } from './revocation-state.ts'

/** The identity that a session has now, as far as the record can tell; `isUnsure`: it may be another session. */
export interface Renewed {
  session: SessionIdentity
  isUnsure: boolean
}

/** An end that waited longer does not follow a renewal of its session. */
const MAX_FOLLOW_MS = 60_000

/**
 * Returns the state of an end whose session is not listed any more; null if it goes on with another identity: a person's end
 * follows a certain renewal once. `now` is ms by the steady clock.
 */
export function followRenewal(
  ledger: Ledger,
  end: End,
  renewed: Renewed | null,
  now: number,
): ItemState | null {
  const isByRule = [...end.intents].every(({ cause }) => cause === 'rule')
  const isFresh = now - end.openSince <= MAX_FOLLOW_MS
  if (!renewed || renewed.isUnsure || isByRule || end.hasFollowed || !isFresh)
    return unlistedState(renewed !== null)
  const followed = ledger.follow(end, renewed.session)
  if (followed === end) ledger.setState(end, { is: 'queued' })
  return null
}
