import { computed } from 'vue'
import {
  CHIP_KINDS,
  planOfChip,
  type Chip,
  type ChipContext,
  type ChipKind,
} from '../../../electron/shared/needs-you.ts'
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

/** What is said where no chip needs the person. `nothing`: it is not known that all is theirs. */
export type Calm =
  | { kind: 'nothing' | 'noneReviewed'; count: number }
  /** `at`: when the oldest of the reviews was finished, epoch ms by this computer's clock. */
  | { kind: 'allYours'; count: number; at: number }

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
  const counts = computed(() => {
    const counted = CHIP_KINDS.map((kind) => [kind, countOf(listView.chipOf(kind))])
    return Object.fromEntries(counted) as Record<ChipKind, number>
  })

  /** Whether a list is a good one of now, and no end in it is open or has failed; a failed one is in the dock until it was seen. */
  function isCurrent(accountId: string): boolean {
    const ends = revocations.shown.get(accountId)
    if (ends && openEndsOf(ends).size + failedEndsOf(ends).size > 0) return false
    return (
      stateOf(accountId, list.minute.value).kind === 'fresh' &&
      sessions.lists.get(accountId)?.isUnclear === false
    )
  }

  const calm = computed((): Calm | null => {
    const ids = list.accountIds()
    const count = ids.reduce((sum, id) => sum + rowsOf(id).length, 0)
    const known = ids.flatMap((id) => reviews.shown.get(id) ?? [])
    if (CHIP_KINDS.some((kind) => counts.value[kind] > 0)) return null
    // Of a list that is old, unclear or cut off the page says the age alone.
    if (count < 2 || known.length < ids.length || !ids.every(isCurrent)) return null
    const finished = known.flatMap(({ schedule }) => schedule.finishedAt ?? [])
    if (finished.length === 0) return { kind: 'noneReviewed', count }
    const isOpen = known.some(({ review }) => review?.finishedAt === null && review.isStarted)
    const isTheirs = ids.every((id) =>
      rowsOf(id).every(({ isCurrent, isKept, mark }) => isCurrent || isKept || mark?.decision === 'mine'),
    )
    const isAll = finished.length === ids.length && !isOpen && isTheirs
    return isAll ? { kind: 'allYours', count, at: Math.min(...finished) } : { kind: 'nothing', count }
  })

  return { counts, planOf, calm }
}
