import { acceptHMRUpdate, defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import type { Failure } from '../../../electron/shared/failure.ts'

/** Why the outcome of the last password change is unknown, by account id: only for this run of the window, because no file has it. */
export const useUnknownReasons = defineStore('unknownReasons', () => ({
  reasons: shallowReactive(new Map<string, Failure>()),
}))
if (import.meta.hot) import.meta.hot.accept(acceptHMRUpdate(useUnknownReasons, import.meta.hot))
