import { isOpenItem, type ReviewItem } from '../../../electron/shared/review.ts'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import { matchSessions } from '../session-list/session-search.ts'
import { computed, ref, shallowRef, watch } from 'vue'

/** A row of a review: an item with its row of the list; null until that is loaded. */
export interface ReviewRow {
  key: string
  item: ReviewItem
  session: DeviceSession | null
}

/**
 * The columns of a review, the same in its head and in each row: one line from 42rem on, and with the last review, if any session
 * has one, from 51rem on. Below, a row has its times under its name. Fixed widths, because each row is a grid of its own.
 */
export function reviewColumns(hasEarlier: boolean): string {
  const wide =
    '@2xl:grid-cols-[1rem_1.75rem_minmax(0,1fr)_6.75rem_6.25rem_16.5rem] @2xl:items-center @2xl:gap-x-2.5'
  const wider = '@min-[51rem]:grid-cols-[1rem_1.75rem_minmax(0,1fr)_6.75rem_6.25rem_5.5rem_16.5rem]'
  const narrow =
    'grid grid-cols-[1rem_1.75rem_minmax(0,1fr)] gap-x-3 @md:grid-cols-[1rem_1.75rem_minmax(0,1fr)_16.5rem]'
  return `${narrow} ${wide} ${hasEarlier ? wider : ''}`
}

/** The rows of an open review as the person searches and filters them. */
export function useReviewRows(
  items: () => ReadonlyMap<number, ReviewItem>,
  sessions: () => readonly DeviceSession[],
) {
  const query = ref('')
  const onlyUndecided = ref(false)
  /** What was undecided when the filter was set: a decision moves no row, so its session stays until the filter is set anew. */
  const kept = shallowRef<ReadonlySet<number>>(new Set())
  const refilter = (): void => void (kept.value = new Set(openKeys()))
  const openKeys = (): number[] => [...items().values()].filter(isOpenItem).map(({ key }) => key)
  watch(onlyUndecided, refilter, { flush: 'sync' })

  const order = shallowRef<ReviewOrder>(orderOf([...items().values()], null))
  watch(items, (next) => (order.value = orderOf([...next.values()], order.value)))
  function isShown(key: number): boolean {
    const item = items().get(key)
    return !onlyUndecided.value || kept.value.has(key) || (item !== undefined && isOpenItem(item))
  }
  const byKey = computed(() => new Map(sessions().map((session) => [session.key, session])))
  const rows = computed(() =>
    buildReviewRows(items(), { keys: order.value.keys.filter(isShown) }, byKey.value, query.value),
  )
  const shownKeys = computed(() => rows.value.flatMap(({ session }) => (session ? [session.key] : [])))
  return { query, onlyUndecided, refilter, rows, shownKeys }
}

/**
 * The order of a review's items, as keys: undecided items first, and above them those that arrived or became doubtful since
 * `before`. All other items keep their positions, so that a decision moves no row.
 */
function orderOf(items: readonly ReviewItem[], before: ReviewOrder | null): ReviewOrder {
  const shown = items.filter(({ isCurrent }) => !isCurrent)
  const urgent = new Set(shown.filter(isUrgent).map(({ key }) => key))
  const keys = before
    ? [...before.keys, ...shown.map(({ key }) => key).filter((key) => !before.known.has(key))]
    : [...shown.filter(isOpenItem), ...shown.filter((item) => !isOpenItem(item))].map(({ key }) => key)
  const raised = keys.filter((key) => urgent.has(key) && !before?.urgent.has(key))
  const isRaised = new Set(raised)
  return { keys: [...raised, ...keys.filter((key) => !isRaised.has(key))], known: new Set(keys), urgent }
}

/** An order of item keys, and the items that it was computed from. */
interface ReviewOrder {
  keys: readonly number[]
  known: ReadonlySet<number>
  urgent: ReadonlySet<number>
}

function isUrgent(item: ReviewItem): boolean {
  return isOpenItem(item) && item.hasArrived
}

/** Builds the rows in an order, searched. */
function buildReviewRows(
  items: ReadonlyMap<number, ReviewItem>,
  { keys }: Pick<ReviewOrder, 'keys'>,
  sessions: ReadonlyMap<number, DeviceSession>,
  query: string,
): ReviewRow[] {
  const rows = keys.flatMap((key): ReviewRow[] => {
    const item = items.get(key)
    return item ? [{ key: String(key), item, session: sessions.get(key) ?? null }] : []
  })
  if (query.trim() === '') return rows
  const found = new Set(
    matchSessions(
      rows.flatMap(({ session }) => session ?? []),
      query,
    ),
  )
  return rows.filter(({ session }) => session && found.has(session))
}
