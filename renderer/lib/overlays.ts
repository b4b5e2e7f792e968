import { acceptHMRUpdate, defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Account } from '../../electron/shared/account.ts'
import type { RevocationPlan } from '../../electron/shared/revocation-plan.ts'
import type { DeviceSession } from '../../electron/shared/session.ts'

/** Content over the layout: the command palette, the overview of shortcuts, or a confirmation. */
export type Overlay = 'palette' | 'overview' | AccountExit | RevocationQuestion

/** A confirmation before a sign-out with waiting ends, a sign-out everywhere, or the removal of an account. */
export interface AccountExit {
  kind: 'everywhere' | 'signOut' | 'removal'
  account: Account
}

/** The sessions of one account that a plan ends; `stays` is the name of this device, null with an API token. */
export interface PlanPart {
  accountId: string
  sessions: readonly DeviceSession[]
  stays: string | null
}

/** The confirmation before the sessions of a plan are ended, in one account or several. */
export interface RevocationQuestion {
  kind: 'revocation'
  parts: readonly PlanPart[]
  /** Called with the keys of the sessions and of those that are kept, instead of starting a bulk revocation. */
  begin?: (confirmed: number[], kept: number[]) => unknown
  /** In place of its usual texts, for so many that end. */
  texts?: (count: number) => { title: string; text: string; action: string }
  /** Said after its usual text. */
  note?: string
  /** Whether each session has its age, and a box that keeps it. */
  canKeep?: boolean
}

/** Returns what a plan ends in an account, in the order of the chosen keys. */
export function partOf(
  accountId: string,
  { ends, stays }: Omit<RevocationPlan<DeviceSession>, 'obstacle'>,
  keys: readonly number[],
): PlanPart {
  const places = new Map(keys.map((key, at) => [key, at]))
  const placeOf = ({ key }: DeviceSession): number => places.get(key) ?? 0
  const sessions = ends.toSorted((a, b) => placeOf(a) - placeOf(b))
  return { accountId, sessions, stays: stays?.name ?? null }
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
