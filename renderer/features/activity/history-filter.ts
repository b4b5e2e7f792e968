import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import { useRoute } from 'vue-router'
import {
  CHANGES,
  type Activity,
  type ActivityFilter,
  type Change,
} from '../../../electron/shared/activity.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { daysOf, PERIOD_DAYS, type Period } from './timeline.ts'

const NOTHING: ActivityFilter = { types: null, actor: null, from: null, to: null, text: '' }

const isChange = (text: unknown): text is Change => typeof text === 'string' && Object.hasOwn(CHANGES, text)

/** Days of a picture: from the one at index `first` to before the one at `end`. */
export type Span = readonly [first: number, end: number]

/**
 * The filter of the shown account's history, and the days that it spans. A link with `change` and `since` (epoch ms) in its
 * query opens the page with the entries that it counted.
 */
export function useHistoryFilter(activity: Ref<Activity | null>, zone: () => string | undefined) {
  const app = useAppStore()
  const { query } = useRoute()
  /** `span`: the person chose other days in the picture. */
  const period = ref<Period | 'span'>('month')
  const chosen = shallowRef<ActivityFilter>(NOTHING)
  /** The start of the summary whose link opened the page, epoch ms; it narrows the period. */
  const countedFrom = ref<number | null>(null)
  if (isChange(query['change'])) {
    chosen.value = { ...NOTHING, types: [...CHANGES[query['change']]] }
    countedFrom.value = Number(query['since']) + 1
    period.value = 'all'
  }
  // A link with `session` opens it with the entries of that name, of which the history may have another one than the list.
  if (query['session'] !== undefined) {
    period.value = 'all'
    const { accountId } = app
    watch(
      activity,
      (loaded) => {
        if (!loaded || chosen.value !== NOTHING || app.accountId !== accountId) return
        const entry = loaded.entries.find(({ key }) => String(key) === query['session'])
        chosen.value = { ...NOTHING, text: entry?.name ?? String(query['name']) }
      },
      { immediate: true },
    )
  }
  const days = computed(() => (activity.value ? daysOf(activity.value, zone()) : []))
  const indexOf = (at: number): number =>
    Math.max(
      0,
      days.value.findLastIndex((day) => day <= at),
    )

  /** The chosen days; `to` is null if the last one is today. Epoch ms. */
  const own = shallowRef<{ from: number; to: number | null }>({ from: 0, to: null })
  const span = computed({
    get(): Span {
      const { length } = days.value
      if (countedFrom.value !== null) return [indexOf(countedFrom.value), length]
      if (period.value === 'all') return [0, length]
      if (period.value !== 'span') return [Math.max(0, length - PERIOD_DAYS[period.value]), length]
      const { from, to } = own.value
      const first = indexOf(from)
      return [first, to === null ? length : Math.max(first + 1, indexOf(to))]
    },
    set([first, end]: Span) {
      own.value = { from: days.value[first] ?? 0, to: days.value[end] ?? null }
      countedFrom.value = null
      period.value = first === 0 && end >= days.value.length ? 'all' : 'span'
    },
  })
  const filter = computed({
    get: (): ActivityFilter => {
      const [first, end] = span.value
      const from = first === 0 ? null : (days.value[first] ?? null)
      return { ...chosen.value, from: countedFrom.value ?? from, to: days.value[end] ?? null }
    },
    set: (next) => (chosen.value = next),
  })
  watch([() => app.accountId, period], ([account], [before]) => {
    countedFrom.value = null
    if (account === before) return
    chosen.value = NOTHING
    if (period.value === 'span') period.value = 'month'
  })
  return { period, countedFrom, days, span, filter }
}
