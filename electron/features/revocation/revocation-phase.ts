import type { RevocationPhase, InterruptReason } from '../../shared/bulk-revocation.ts'
import type { Clock } from '../../core/ports.ts'

/**
 * Creates the phase of a job. `ranFor` is how long it was `running`, ms without sleep: waits for the service count,
 * pauses of the person do not.
 */
export function createPhase(interrupted: InterruptReason | null, clock: Clock) {
  let is: Exclude<RevocationPhase['is'], 'waiting'> = interrupted ? 'interrupted' : 'undoable'
  let reason = interrupted
  let ranBefore = 0
  let runningSince: number | null = null

  function change(next: typeof is, nextReason: InterruptReason | null): void {
    if (runningSince !== null) ranBefore += clock.awake() - runningSince
    runningSince = next === 'running' ? clock.awake() : null
    is = next
    reason = nextReason
  }

  return {
    get is() {
      return is
    },
    get reason() {
      return reason
    },
    enter: (next: 'running' | 'paused' | 'done') => change(next, null),
    interrupt: (cause: InterruptReason) => change('interrupted', cause),
    ranFor: () => ranBefore + (runningSince === null ? 0 : clock.awake() - runningSince),
  }
}
