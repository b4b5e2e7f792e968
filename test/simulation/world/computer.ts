import type { Confirmation } from '../../../electron/features/desktop/domain/confirmations.ts'
import type { Notification } from '../../../electron/core/ports.ts'
import type { Visibility } from '../../../electron/domain/visibility.ts'
import type { Disk } from './disk.ts'
import type { Kernel } from './kernel.ts'
import type { Network } from './network.ts'
import type { Random } from './random.ts'

/** What is outside the app's process and outlives it: the computer, and what it shows. */
export interface Computer {
  readonly kernel: Kernel
  readonly random: Random
  readonly disk: Disk
  readonly network: Network
  /** The wall clock minus the true time, ms; the person may set it. */
  wallOffset: number
  /** What is shown of the window; null: there is none. */
  window: Visibility | null
  isFocused: boolean
  /** The answer to the next native dialog. */
  confirms: boolean
  /** The notifications that are shown, by id. */
  readonly notifications: Map<string, Notification>
  /** What the person was asked by native dialogs, oldest first. */
  readonly asked: Confirmation[]
  /** The files that the person saved, newest last. */
  readonly saved: { name: string; content: string }[]
}
