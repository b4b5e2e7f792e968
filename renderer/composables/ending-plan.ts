import type { DeviceSession } from '../../electron/contract/models.ts'
import { useEndings } from '../stores/endings.ts'
import { useOverlays } from '../stores/overlays.ts'
import { useSessions } from '../stores/sessions.ts'

/** Why sessions of an account cannot be ended together just now. */
export type PlanObstacle = 'deviceUnclear' | 'apiToken' | 'busy'

/** The ids of an account's sessions that are being ended already, alone or together. */
export function useEndingIds(): (accountId: string) => Set<number> {
  const sessions = useSessions()
  const endings = useEndings()
  return (accountId) => {
    const alone = (sessions.lists.get(accountId)?.ends ?? []).map(({ sessionId }) => sessionId)
    const many = endings.shown.get(accountId)
    const isUnderWay = many && many.ending.phase.is !== 'interrupted' && many.ending.phase.is !== 'done'
    const together = isUnderWay
      ? [...many.rows.values()].filter(({ state }) => state === 'queued' || state === 'sent')
      : []
    return new Set([...alone, ...together.map(({ sessionId }) => sessionId)])
  }
}

/** The question that comes before many sessions are ended: it shows the plan, and only that is ended. */
export function useEndingPlan() {
  const sessions = useSessions()
  const endings = useEndings()
  const overlays = useOverlays()
  const endingIds = useEndingIds()

  const listed = (accountId: string): readonly DeviceSession[] =>
    sessions.lists.get(accountId)?.sessions ?? []
  const currentsOf = (accountId: string): DeviceSession[] =>
    listed(accountId).filter(({ isCurrent }) => isCurrent)

  /** All sessions but this device, and those that are being ended. */
  function others(accountId: string): DeviceSession[] {
    const ending = endingIds(accountId)
    return listed(accountId).filter(({ id, isCurrent }) => !isCurrent && !ending.has(id))
  }

  /** What keeps these from being ended together, or null; with an API token only *all others* has no meaning. */
  function obstacle(accountId: string, withToken: boolean, choice: 'others' | 'these'): PlanObstacle | null {
    const is = endings.shown.get(accountId)?.ending.phase.is ?? 'done'
    if (is !== 'done') return 'busy'
    const currents = currentsOf(accountId).length
    if (currents === 0 && withToken) return choice === 'others' ? 'apiToken' : null
    return currents === 1 ? null : 'deviceUnclear'
  }

  /** Opens the plan for these sessions; those that cannot be in it are left out. */
  function ask(accountId: string, chosen: readonly DeviceSession[]): void {
    const ending = endingIds(accountId)
    const plan = chosen.filter(({ id, isCurrent }) => !isCurrent && !ending.has(id))
    const stays = currentsOf(accountId)[0]?.name ?? null
    if (plan.length > 0) overlays.open({ kind: 'revocation', accountId, sessions: plan, stays })
  }

  return { ask, others, obstacle }
}
