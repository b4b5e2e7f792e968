import type { SessionIdentity } from '../../../shared/session.ts'
import type { ApiSession } from '../../../domain/api-session.ts'
import { isRenewed } from '../../sessions/domain/record.ts'
import type { End } from './end.ts'
import type { Ledger } from './ledger.ts'
import { confirmAgainstList, type ListedAs } from './revocation-state.ts'

/** Tells what a list shows under the id of a session. */
export function listing(sessions: readonly ApiSession[]): (session: SessionIdentity) => ListedAs {
  const listed = new Map(sessions.map((session) => [session.id, session]))
  return (session) => {
    const found = listed.get(session.id)
    if (!found) return 'nothing'
    return isRenewed(found, session) ? 'another' : 'itself'
  }
}

/**
 * Judges answered ends by a good list that was fetched after their responses: what it still shows only if it is not looked for
 * again. `isRenewed`: whether an unlisted session is listed with another identity.
 */
export function judgeEnds(
  ledger: Ledger,
  ends: readonly End[],
  listedAs: (session: SessionIdentity) => ListedAs,
  isRenewed: (end: End) => boolean,
  isLastLook: (end: End) => boolean = () => true,
): void {
  for (const end of ends) {
    if (end.state.is !== 'sent' || !end.state.answer) continue
    const next = confirmAgainstList(end.state.answer, listedAs(end), () => isRenewed(end))
    const isOpen = next.is === 'notConfirmed' || next.is === 'failed'
    if (!isOpen || isLastLook(end)) ledger.setState(end, next)
  }
}
