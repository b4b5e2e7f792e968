import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { EndOutcome } from '../../electron/contract/models.ts'
import type { PasswordOutcome } from '../../electron/contract/requests.ts'
import type { Trouble } from '../bridge.ts'
import type { Farewell } from './desk.ts'

/** Something that happened and is to be said once, as facts; the words are chosen where it is shown. */
export type Happening =
  | { kind: 'settled'; name: string; outcome: EndOutcome | { kind: 'failed'; failure: Trouble } }
  | { kind: 'kept'; name: string }
  | { kind: 'notKept'; name: string; failure: Trouble }
  | { kind: 'signedOut'; farewell: Farewell }
  | { kind: 'signOutFailed'; name: string; failure: Trouble }
  | { kind: 'keyringOpened' }
  | { kind: 'allKept'; n: number }
  | { kind: 'notBegun'; failure: Trouble }
  | { kind: 'renewed' }
  | { kind: 'notRenewed'; failure: Trouble }
  /** Told here when its page was left before the answer. */
  | { kind: 'password'; outcome: PasswordOutcome }
  | { kind: 'trouble'; failure: Trouble }

/** A happening with its place in the stack. */
export interface Toast {
  key: number
  what: Happening
}

const MOST = 6

/** The messages at the edge of the window; only the newest are kept. */
export const useToasts = defineStore('toasts', () => {
  const toasts = ref<Toast[]>([])
  let nextKey = 0

  /** Shows a message. */
  function add(what: Happening): void {
    toasts.value = [...toasts.value, { key: nextKey++, what }].slice(-MOST)
  }

  /** Takes a message away. */
  function dismiss(key: number): void {
    toasts.value = toasts.value.filter((toast) => toast.key !== key)
  }

  return { toasts, add, dismiss }
})
