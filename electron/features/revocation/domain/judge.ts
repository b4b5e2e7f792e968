import { isOwnActor } from '../../../shared/activity.ts'
import type { ApiSession } from '../../../domain/api-session.ts'
import { isRenewed, type RecordedSession } from '../../sessions/domain/record.ts'
import type { End, State } from './end.ts'

/**
 * What is known of the session of an end, after a good list: it is listed as it was chosen, it is this device, its token was renewed, it
 * ended by this app, it is gone, the record never had it and no list has it, or it went and nobody can tell yet by whom.
 */
export type SessionNow = 'listed' | 'thisDevice' | 'renewed' | 'ended' | 'gone' | 'unrecorded' | 'unnamed'

/** Reads that from the record, and from the row of the list that has its key. */
export function sessionNow(
  end: End,
  session: RecordedSession | null,
  row: ApiSession | undefined,
): SessionNow {
  if (row && !isRenewed(row, end)) return row.isCurrent ? 'thisDevice' : 'listed'
  if (session === null) return 'unrecorded'
  if (session.endedAt === null) return isRenewed(session, end) ? 'renewed' : 'listed'
  if (session.endedBy === null) return 'unnamed'
  return isOwnActor(session.endedBy) ? 'ended' : 'gone'
}

/** What becomes of an end by that; a request that is out has no outcome before its answer. */
export function judge(state: State, now: SessionNow): State {
  const { is } = state
  if (is === 'sending' || now === 'unnamed') return state
  switch (now) {
    case 'ended':
    case 'gone':
      return is === now ? state : { is: now }
    case 'unrecorded':
      // Only an unclear list had it: that it is in no good one, which may be an API token's empty one, says nothing.
      if (is !== 'sent') return is === 'waiting' ? { is: 'dropped', why: 'unclear' } : state
      if (state.failure === null) return { is: 'ended' }
      return state.failure.kind === 'notFound' ? { is: 'gone' } : { is: 'unclear', failure: state.failure }
    case 'thisDevice':
      if (is === 'waiting') return { is: 'dropped', why: 'thisDevice' }
      break
    case 'renewed':
      if (is === 'waiting' || is === 'sent') return { is: 'stillListed', failure: null }
      break
    case 'listed':
  }
  // It is listed, whatever was said of it.
  return is === 'ended' || is === 'gone' ? { is: 'stillListed', failure: null } : state
}
