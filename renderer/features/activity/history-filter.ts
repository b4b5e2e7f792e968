import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import { useRoute } from 'vue-router'
import {
  CHANGES,
  type Activity,
  type ActivityFilter,
  type Change,
} from '../../../electron/shared/activity.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { periodStart, type Period } from './timeline.ts'

const NOTHING: ActivityFilter = { types: null, actor: null, from: null, to: null, text: '' }

const isChange = (text: unknown): text is Change => typeof text === 'string' && Object.hasOwn(CHANGES, text)

/**
 * The filter of the shown account's history, and its period. A link with `change` and `since` (epoch ms) in its query opens the
 * page with the entries that it counted.
 */
export function useHistoryFilter(activity: Ref<Activity | null>, zone: () => string | undefined) {
  const app = useAppStore()
  const { query } = useRoute()
  const period = ref<Period>('month')
  const chosen = shallowRef<ActivityFilter>(NOTHING)
  /** The start of the summary whose link opened the page, epoch ms; it narrows the period. */
  const countedFrom = ref<number | null>(null)
  if (isChange(query['change'])) {
    chosen.value = { ...NOTHING, types: [...CHANGES[query['change']]] }
    countedFrom.value = Number(query['since']) + 1
    period.value = 'all'
  }
  /** The start of the period, epoch ms. */
  const from = computed(() => (activity.value ? periodStart(activity.value, period.value, zone()) : 0))
  const filter = computed({
    get: (): ActivityFilter => ({
      ...chosen.value,
      from: countedFrom.value ?? (period.value === 'all' ? null : from.value),
    }),
    set: (next) => (chosen.value = next),
  })
  watch([() => app.accountId, period], () => (countedFrom.value = null))
  watch(
    () => app.accountId,
    () => (chosen.value = NOTHING),
  )
  return { period, countedFrom, from, filter }
}
