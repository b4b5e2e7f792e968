import { onScopeDispose, readonly, ref, type Ref } from 'vue'

/** Whether the window has room for details beside a list: from 1344 px. */
export function useWideWindow(): Readonly<Ref<boolean>> {
  const query = window.matchMedia('(min-width: 1344px)')
  const isWide = ref(query.matches)
  const update = (): void => void (isWide.value = query.matches)
  query.addEventListener('change', update)
  onScopeDispose(() => query.removeEventListener('change', update))
  return readonly(isWide)
}
