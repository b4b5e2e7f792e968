import { acceptHMRUpdate, defineStore } from 'pinia'
import { shallowRef } from 'vue'

type Guard = () => boolean | Promise<boolean>

/** Asks the open page whether navigation may leave it; a page with unsaved changes registers a guard. */
export const useNavigationGuard = defineStore('navigationGuard', () => {
  const guard = shallowRef<Guard>(() => true)

  /** Registers a page's guard in place of any other; returns a function that removes it. */
  function register(next: Guard): () => void {
    guard.value = next
    return () => {
      if (guard.value === next) guard.value = () => true
    }
  }

  /** Resolves to whether the page may be left, at once or after the person has answered. */
  const mayLeave = async (): Promise<boolean> => guard.value()

  return { register, mayLeave }
})
if (import.meta.hot) import.meta.hot.accept(acceptHMRUpdate(useNavigationGuard, import.meta.hot))
