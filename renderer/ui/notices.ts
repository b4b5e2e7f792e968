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
const RANKS = [
  'error',
  'unconfirmed',
  'passwordReport',
  'alert',
  'lostFiles',
  'warning',
  'success',
  'information',
] as const
/** The urgency of a notice. */
export type NoticeRank = (typeof RANKS)[number]

/** The notices of a window: their indexes in `RANKS`, whether all of them are open, and the selector of the room for them. */
interface Notices {
  ranks: Map<symbol, number>
  isOpened: Ref<boolean>
  room: string | undefined
}

const KEY: InjectionKey<Notices> = Symbol()

/**
 * Groups the notices inside a component: only the most urgent one is open, until the person opens the rest. Those with a rank are
 * shown in the element that the selector `room` finds.
 */
export function provideNotices(room?: string): void {
  provide(KEY, { ranks: shallowReactive(new Map()), isOpened: ref(false), room })
}

/**
 * Registers a notice; one without a rank is always open. `more` is the number of other notices for the most urgent one, and 0 for
 * the others. Of equally urgent notices the first one to appear counts as the most urgent.
 */
export function useNotice(rank: () => NoticeRank | null): {
  isOpen: ComputedRef<boolean>
  more: ComputedRef<number>
  isOpened: Ref<boolean>
  room: string | undefined
} {
  const { ranks, isOpened, room } = inject(KEY, undefined) ?? {
    ranks: new Map(),
    isOpened: ref(true),
    room: undefined,
  }
  const own = Symbol()
  watch(rank, (is) => (is ? ranks.set(own, RANKS.indexOf(is)) : ranks.delete(own)), { immediate: true })
  onScopeDispose(() => {
    ranks.delete(own)
    if (ranks.size < 2) isOpened.value = false
  })
  const isFirst = computed(() => {
    let first: readonly [symbol | null, number] = [null, RANKS.length]
    for (const one of ranks) if (one[1] < first[1]) first = one
    return first[0] === own
  })
  return {
    isOpen: computed(() => rank() === null || isFirst.value || isOpened.value),
    more: computed(() => (isFirst.value ? ranks.size - 1 : 0)),
    isOpened,
    room,
  }
}
