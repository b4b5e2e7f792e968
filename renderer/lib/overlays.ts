import { acceptHMRUpdate, defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Account } from '../../electron/shared/account.ts'
import type { DeviceSession } from '../../electron/shared/session.ts'

/** Content over the layout: the command palette, the overview of shortcuts, or a confirmation. */
export type Overlay = 'palette' | 'overview' | AccountExit | RevocationConfirmation | RevocationPlan

/** A confirmation before a sign-out with queued ends, a sign-out everywhere, or the removal of an account. */
export interface AccountExit {
  kind: 'everywhere' | 'signOut' | 'removal'
  account: Account
}

/** A confirmation before several sessions are ended; `stays` is the name of this device, null with an API token. */
export interface RevocationConfirmation {
  kind: 'revocation'
  accountId: string
  sessions: readonly DeviceSession[]
  stays: string | null
  /** Called with the keys of the sessions, instead of starting a bulk revocation. */
  begin?: (confirmed: number[]) => unknown
}

/** The sessions of one account that a plan ends; `stays` is the name of its own device, null with an API token. */
export interface PlanPart {
  accountId: string
  name: string
  /** Its tenant and server. */
  place: string
  sessions: readonly DeviceSession[]
  stays: string | null
}

/** A confirmation before sessions of several accounts are ended. */
export interface RevocationPlan {
  kind: 'plan'
  parts: readonly PlanPart[]
}

/** The open overlay; one at a time. */
export const useOverlays = defineStore('overlays', () => {
  const shown = shallowRef<Overlay | null>(null)

  /** Opens an overlay in place of the current one. */
  function open(overlay: Overlay): void {
    shown.value = overlay
  }

  function close(): void {
    shown.value = null
  }

  return { shown, open, close }
})
if (import.meta.hot) import.meta.hot.accept(acceptHMRUpdate(useOverlays, import.meta.hot))
