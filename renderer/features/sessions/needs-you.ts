import { computed } from 'vue'
import { CHIP_KINDS, planOfChip, type Chip, type ChipContext } from '../../../electron/shared/needs-you.ts'
import type { RevocationPlan } from '../../../electron/shared/revocation-plan.ts'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useReviews } from '../review/reviews.ts'
import { openEndsOf } from '../revocation/open-ends.ts'
import { failedEndsOf } from '../revocation/refused-ends.ts'
import { useRevocations } from '../revocation/revocations.ts'
import { useList } from '../session-list/list-context.ts'
import { useListView } from '../session-list/list-view.ts'
import { useSessions } from '../session-list/session-lists.ts'
import { useListStates } from '../session-list/list-state.ts'

/** Returns what chips depend on in an account at a time, epoch ms by this computer's clock. */
export function useChipContext(): (accountId: string, at: number) => ChipContext {
  const sessions = useSessions()
  const reviews = useReviews()
  return (accountId, at) => ({
    now: at + (sessions.lists.get(accountId)?.skew ?? 0),
    schedule: reviews.shown.get(accountId)?.schedule ?? null,
  })
}

/** What needs the person in the list of one account, or of several. */
export function useNeedsYou() {
  const app = useAppStore()
  const sessions = useSessions()
  const reviews = useReviews()
  const revocations = useRevocations()
  const list = useList()
  const listView = useListView()
  const { stateOf } = useListStates()

  const rowsOf = (accountId: string) => sessions.lists.get(accountId)?.sessions ?? []

  const contextOf = useChipContext()
  /** Who ends of an account if all of a chip do. */
  function planOf(accountId: string, chip: Chip, at = list.minute.value): RevocationPlan<DeviceSession> {
    const account = app.state.accounts.find(({ id }) => id === accountId)
    const isApiToken = account?.credential.kind === 'instance'
    const begun = revocations.begunKeys(accountId)
    return planOfChip(rowsOf(accountId), chip, { ...contextOf(accountId, at), isApiToken, begun })
  }
  const countOf = (chip: Chip): number =>
    list.accountIds().reduce((sum, accountId) => sum + planOf(accountId, chip).ends.length, 0)
  const counts = computed(() => new Map(CHIP_KINDS.map((kind) => [kind, countOf(listView.chipOf(kind))])))

  /**
   * Whether a list is a good one of now without anything unsettled: an end that is open, or has failed and is in the dock until it was
   * seen, an orphan, or a session that a review calls not theirs.
   */
  function isSettled(accountId: string): boolean {
    const { isUnclear = true, orphanKey = null } = sessions.lists.get(accountId) ?? {}
    const ends = revocations.shown.get(accountId)
    if (ends && openEndsOf(ends).size + failedEndsOf(ends).size > 0) return false
    const isDraft = (row: DeviceSession) => reviews.itemOf(accountId, row)?.decided?.decision === 'notMine'
    const isFresh = stateOf(accountId, list.now.value).kind === 'fresh'
    return isFresh && !isUnclear && orphanKey === null && !rowsOf(accountId).some(isDraft)
  }

  /**
   * What is said where no chip needs the person, or null. `nothing`: it is not known that all is theirs. `at`: when the oldest of the
   * reviews was finished, epoch ms by this computer's clock.
   */
  const calm = computed(() => {
    const ids = list.accountIds()
    const rows = ids.flatMap(rowsOf)
    const known = ids.flatMap((id) => reviews.shown.get(id) ?? [])
    const isAsked = listView.chip !== null || [...counts.value.values()].some(Boolean)
    // The list of all accounts lacks those that are signed out.
    const isPart = list.accounts() && !listView.accountId && ids.length < app.state.accounts.length
    // Of a list that is old, unclear or cut off the page says the age alone.
    if (list.task || isAsked || isPart || rows.length < 2 || known.length < ids.length) return null
    if (!ids.every(isSettled)) return null
    const finished = known.flatMap(({ schedule }) => schedule.finishedAt ?? [])
    const isOpen = known.some(({ review }) => review?.finishedAt === null && review.isStarted)
    const isTheirs = rows.every(
      ({ isCurrent, isKept, isNew, mark }) =>
        isCurrent || mark?.decision === 'mine' || (isKept && !isNew && mark === null),
    )
    const isAll = finished.length === ids.length && !isOpen && isTheirs
    const kind = finished.length === 0 ? 'noneReviewed' : isAll ? 'allYours' : 'nothing'
    return { kind, count: rows.length, at: Math.min(list.minute.value, ...finished) } as const
  })

  return { counts, countOf, planOf, calm }
}
