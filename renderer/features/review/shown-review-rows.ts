import { computed, ref, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Grouping } from '../../../electron/shared/view-state.ts'
import { isOpenItem, type ReviewItem } from '../../../electron/shared/review.ts'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import { useNow } from '../../lib/now.ts'
import { useList } from '../session-list/list-context.ts'
import { buildReviewRows, orderOf, type ReviewOrder } from './review-rows.ts'

/** The rows of an open review as the person searches and groups them. */
export function useReviewRows(
  items: () => ReadonlyMap<number, ReviewItem>,
  sessions: () => readonly DeviceSession[],
) {
  const { locale } = useI18n()
  const list = useList()
  const now = useNow(60_000)
  const query = ref('')
  const grouping = ref<Grouping>('none')
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
  const rows = computed(() => {
    const { skew, zone } = list.account()
    return buildReviewRows(
      items(),
      { keys: order.value.keys.filter(isShown) },
      byKey.value,
      { query: query.value, grouping: grouping.value },
      { now: grouping.value === 'lastUse' ? now.value + skew : 0, zone, locale: locale.value },
    )
  })
  const shownKeys = computed(() =>
    rows.value.flatMap((row) => (row.kind === 'item' && row.session ? [row.session.key] : [])),
  )
  return { query, grouping, onlyUndecided, refilter, rows, shownKeys }
}
