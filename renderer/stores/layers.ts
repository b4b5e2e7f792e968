import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Account, DeviceSession } from '../../electron/contract/models.ts'

/** What lies over the frame: the palette, the overview of shortcuts, or a question before something is done. */
export type Layer = 'palette' | 'overview' | Leaving | EndingQuestion

/** The question before an account is signed out everywhere, in the middle of ending sessions, or removed. */
export interface Leaving {
  way: 'everywhere' | 'signOut' | 'removal'
  account: Account
}

/** The plan that is shown before many sessions are ended; `stays` is the name of this device, null with an API token. */
export interface EndingQuestion {
  way: 'ending'
  accountId: string
  sessions: readonly DeviceSession[]
  stays: string | null
}

/** The layer over the frame; one at a time. */
export const useLayers = defineStore('layers', () => {
  const shown = shallowRef<Layer | null>(null)

  /** Opens a layer in place of the one that is there. */
  function open(layer: Layer): void {
    shown.value = layer
  }

  /** Takes the layer away. */
  function close(): void {
    shown.value = null
  }

  return { shown, open, close }
})
