import type { Place } from '../contract/models.ts'
import type { Changed } from './ports.ts'

/** Where a click outside the window leads to, in memory, until the window goes there. */
export interface Places {
  go(place: Place): void
  /** Gives it out once. */
  take(): Place | null
  /** Calls back whenever there is one to take. */
  whenSet(told: Changed): void
}

/** Makes it; the last place asked for is the one to go to. */
export function createPlaces(): Places {
  let kept: Place | null = null
  let told: Changed = () => undefined
  return {
    go(place) {
      kept = place
      told()
    },
    take() {
      const taken = kept
      kept = null
      return taken
    },
    whenSet: (listener) => void (told = listener),
  }
}
