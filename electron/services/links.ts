import type { RecoveryLink } from '../contract/models.ts'
import { recoveryIn } from '../domain/deep-link.ts'
import type { Changed } from './ports.ts'

/** The recovery link that was opened last, in memory, until the window takes it. */
export interface Links {
  /** Looks for a link in what the system handed over: command lines, or a link itself. */
  bring(argv: readonly string[]): void
  /** Gives it out once. */
  take(): RecoveryLink | null
  /** Calls back whenever there is one to take. */
  whenBrought(told: Changed): void
}

/** Makes it; a link that makes no sense changes nothing. */
export function createLinks(): Links {
  let kept: RecoveryLink | null = null
  let told: Changed = () => undefined
  return {
    bring(argv) {
      const found = recoveryIn(argv)
      if (!found) return
      kept = found
      told()
    },
    take() {
      const taken = kept
      kept = null
      return taken
    },
    whenBrought: (listener) => void (told = listener),
  }
}
