import { computed, ref, shallowRef, watch } from 'vue'
import { isOpenItem, type ReviewItem } from '../../../electron/shared/review.ts'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import { buildReviewRows, orderOf, type ReviewOrder } from './review-rows.ts'

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
