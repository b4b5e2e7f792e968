import { acceptHMRUpdate, defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { RecoveryLink } from '../../../electron/shared/navigation.ts'
import type { SignOutResult } from '../../lib/toasts.ts'

/** Values that one screen before sign-in passes to the next. Never a password. */
export interface AuthPrefill {
  server?: string
  email?: string
  /** A result for the next screen to announce. */
  notice?: 'created' | 'createdAndListed' | 'reset'
  /** A sign-in that waits for its verification code. */
  challengeId?: string
}

/**
 * State shared by the screens before sign-in, and the sign-out that leads to them. Each prefill is taken once; nothing is
 * persisted.
 */
export const useAuthFlow = defineStore('authFlow', () => {
  const prefill = shallowRef<AuthPrefill>({})
  /** An opened recovery link that the reset form has not taken yet. */
  const link = shallowRef<RecoveryLink | null>(null)

  /** Whether an account is being signed out. */
  const signingOut = ref(false)
  /** The result of the last sign-out, until a screen has announced it. */
  const signOutResult = shallowRef<SignOutResult | null>(null)

  /** Returns the values passed to this screen and clears them. */
  function take(): AuthPrefill {
    const taken = prefill.value
    prefill.value = {}
    return taken
  }
  return {
    prefill,
    link,
    signingOut,
    signOutResult,
    take,
    pass: (next: AuthPrefill): void => void (prefill.value = next),
  }
})
if (import.meta.hot) import.meta.hot.accept(acceptHMRUpdate(useAuthFlow, import.meta.hot))
