import { onScopeDispose, readonly, ref, watchEffect, type Ref } from 'vue'

/** This computer's time, epoch ms, updated every `every` ms. Paused while the window is hidden. */
export const useNow = (every: number): Readonly<Ref<number>> => useNowOnChange(() => every)

/**
 * This computer's time, epoch ms, updated when a value that depends on it changes: `changesIn` returns in how many ms after
 * `now` that is. Also updated when a reactive value that `changesIn` reads changes. Paused while the window is hidden.
 */
export function useNowOnChange(changesIn: (now: number) => number): Readonly<Ref<number>> {
  const now = ref(Date.now())
  const isHidden = ref(document.hidden)
  watchEffect(
    (onCleanup) => {
      now.value = Date.now()
      if (isHidden.value) return
      const timer = setTimeout(() => (now.value = Date.now()), changesIn(now.value))
      onCleanup(() => clearTimeout(timer))
    },
    { flush: 'sync' },
  )
  const update = (): void => void (isHidden.value = document.hidden)
  document.addEventListener('visibilitychange', update)
  onScopeDispose(() => document.removeEventListener('visibilitychange', update))
  return readonly(now)
}
