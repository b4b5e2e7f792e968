import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { EndOutcome } from '../../electron/contract/models.ts'
import type { PasswordOutcome } from '../../electron/contract/requests.ts'
import type { RequestError } from '../bridge.ts'
import type { SignOutResult } from './app.ts'

/** Something that happened and is to be said once, as facts; the words are chosen where it is shown. */
export type Happening =
  | { kind: 'settled'; name: string; outcome: EndOutcome | { kind: 'failed'; failure: RequestError } }
  | { kind: 'kept'; name: string }
  | { kind: 'notKept'; name: string; failure: RequestError }
  | { kind: 'signedOut'; result: SignOutResult }
  | { kind: 'signOutFailed'; name: string; failure: RequestError }
  | { kind: 'keyringOpened' }
  | { kind: 'allKept'; n: number }
  | { kind: 'notBegun'; failure: RequestError }
  | { kind: 'renewed' }
  | { kind: 'notRenewed'; failure: RequestError }
  /** Told here when its page was left before the answer. */
  | { kind: 'password'; outcome: PasswordOutcome }
  | { kind: 'trouble'; failure: RequestError }

/** What a message is about: of one subject only the latest message is shown. */
export type Subject =
  | `session ${string} ${number}`
  | `${'revocation' | 'renewal' | 'password' | 'signOut' | 'list' | 'alerts'} ${string}`
  | 'keyring'
  | 'settings'
  | 'account'

/** A happening with its place in the stack. */
export interface Toast {
  key: number
  subject: Subject
  what: Happening
}

const MOST = 6

/** Whether a message says that something did not work out, which a later success makes untrue. */
function isFailure(what: Happening): boolean {
  switch (what.kind) {
    case 'settled':
      return what.outcome.kind === 'failed' || what.outcome.kind === 'notConfirmed'
    case 'password':
      return what.outcome.verdict !== 'changed'
    case 'notKept':
    case 'signOutFailed':
    case 'notBegun':
    case 'notRenewed':
    case 'trouble':
      return true
    default:
      return false
  }
}

/** The messages at the edge of the window; only the newest are kept. */
export const useToasts = defineStore('toasts', () => {
  const toasts = ref<Toast[]>([])
  let nextKey = 0

  /** Shows a message, in place of an earlier one about the same. */
  function add(subject: Subject, what: Happening): void {
    const others = toasts.value.filter((toast) => toast.subject !== subject)
    toasts.value = [...others, { key: nextKey++, subject, what }].slice(-MOST)
  }

  /** Takes back the failures of subjects whose state says otherwise by now. */
  function takeBackFailures(isOver: (subject: Subject) => boolean): void {
    const kept = toasts.value.filter(({ subject, what }) => !(isFailure(what) && isOver(subject)))
    // The same array while nothing goes: every list that comes asks.
    if (kept.length < toasts.value.length) toasts.value = kept
  }

  /** Takes a message away. */
  function dismiss(key: number): void {
    toasts.value = toasts.value.filter((toast) => toast.key !== key)
  }

  return { toasts, add, takeBackFailures, dismiss }
})
