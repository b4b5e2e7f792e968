import {
  computed,
  inject,
  onScopeDispose,
  provide,
  ref,
  shallowReactive,
  watch,
  type ComputedRef,
  type InjectionKey,
  type Ref,
} from 'vue'

/** How urgent a notice is, the most urgent first. */
const RANKS = ['error', 'unconfirmed', 'passwordReport', 'alert', 'warning', 'information'] as const
/** The urgency of a notice. */
export type NoticeRank = (typeof RANKS)[number]

/** The notices of a window: their places in `RANKS`, and whether all of them are open. */
interface Notices {
  places: Map<symbol, number>
  isOpened: Ref<boolean>
}

const KEY: InjectionKey<Notices> = Symbol()

/** Makes the notices below a component share its room: only the most urgent is open, until the person opens the rest. */
export function provideNotices(): void {
  provide(KEY, { places: shallowReactive(new Map()), isOpened: ref(false) })
}

/**
 * Registers a notice; one without a rank stands alone. `more` is the number of the other notices, and 0 for every notice but
 * the most urgent; of equal ones the first to appear counts.
 */
export function useNotice(rank: () => NoticeRank | null): {
  isOpen: ComputedRef<boolean>
  more: ComputedRef<number>
  isOpened: Ref<boolean>
} {
  const { places, isOpened } = inject(KEY, undefined) ?? { places: new Map(), isOpened: ref(true) }
  const own = Symbol()
  watch(rank, (is) => is && places.set(own, RANKS.indexOf(is)), { immediate: true })
  onScopeDispose(() => {
    places.delete(own)
    if (places.size < 2) isOpened.value = false
  })
  const isFirst = computed(() => {
    let first: readonly [symbol | null, number] = [null, RANKS.length]
    for (const one of places) if (one[1] < first[1]) first = one
    return first[0] === own
  })
  return {
    isOpen: computed(() => rank() === null || isFirst.value || isOpened.value),
    more: computed(() => (isFirst.value ? places.size - 1 : 0)),
    isOpened,
  }
}
