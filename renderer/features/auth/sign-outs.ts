import { acceptHMRUpdate, defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { SignOutResult } from '../../lib/toasts.ts'

/** The sign-out that is going on, and what came of the last one. `sign-out.ts` has the requests. */
export const useSignOuts = defineStore('signOuts', () => {
  const isBusy = ref(false)
  /** Until a screen has announced it. */
  const result = shallowRef<SignOutResult | null>(null)
  return { isBusy, result }
})
if (import.meta.hot) import.meta.hot.accept(acceptHMRUpdate(useSignOuts, import.meta.hot))
