import { onScopeDispose, readonly, ref, type Ref } from 'vue'

/** This computer's time, epoch ms, updated every `every` ms. Paused while the window is hidden. */
export function useNow(every: number): Readonly<Ref<number>> {
  const now = ref(Date.now())
  let timer: ReturnType<typeof setInterval> | undefined
  const run = (): void => {
    clearInterval(timer)
    now.value = Date.now()
    if (!document.hidden) timer = setInterval(() => (now.value = Date.now()), every)
  }
  run()
  document.addEventListener('visibilitychange', run)
  onScopeDispose(() => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', run)
  })
  return readonly(now)
}
