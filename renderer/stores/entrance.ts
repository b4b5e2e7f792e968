import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { RecoveryLink } from '../../electron/contract/models.ts'

/** What one screen before sign-in leaves for the next; never a password. */
export interface Handed {
  server?: string
  email?: string
  /** What was reached, to be said there. */
  notice?: 'created' | 'createdAndListed' | 'reset'
  /** A sign-in that waits for its code. */
  challengeId?: string
}

/** Between the screens before sign-in: each thing is taken once, and nothing is persisted. */
export const useEntrance = defineStore('entrance', () => {
  let handed: Handed = {}
  /** A recovery link that was opened, until its form has taken it. */
  const link = shallowRef<RecoveryLink | null>(null)

  function take(): Handed {
    const taken = handed
    handed = {}
    return taken
  }
  return { link, take, hand: (next: Handed): void => void (handed = next) }
})
