import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

type Guard = () => boolean | Promise<boolean>

/** Whether what is on the page may be left; a page with something unsaved asks first. */
export const useLeaving = defineStore('leaving', () => {
  const guard = shallowRef<Guard>(() => true)

  /** Puts a page's question in the way; returns how to take it away. */
  function hold(asks: Guard): () => void {
    guard.value = asks
    return () => {
      if (guard.value === asks) guard.value = () => true
    }
  }

  /** Resolves with the person's answer, or at once. */
  const mayLeave = async (): Promise<boolean> => guard.value()

  return { hold, mayLeave }
})
