import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Account } from '../../electron/contract/models.ts'

/** What lies over the frame: the palette, the overview of shortcuts, or a question before an account is left. */
export type Layer = 'palette' | 'overview' | Leaving

/** The question before an account is signed out everywhere or removed. */
export interface Leaving {
  way: 'everywhere' | 'removal'
  account: Account
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
