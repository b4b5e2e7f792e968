import type { EndingPhase, EndingStop } from '../contract/ending.ts'
import type { Wait } from './ending-hold.ts'
import type { Clock } from './ports.ts'

/** Where an ending is, its waits apart, and how long it ran. */
export interface EndingStage {
  readonly is: Exclude<EndingPhase['is'], 'waiting'>
  enter(next: Exclude<EndingPhase['is'], 'waiting' | 'interrupted'>): void
  stop(reason: EndingStop): void
  /** As it is told, given what it waits for at the moment. */
  phase(wait: Wait | null): EndingPhase
  readonly reason: EndingStop | null
  /** ms in which it ran; waits for the service count, those for the person do not. */
  ranFor(): number
}

/** Makes it, stopped or before the undo window. */
export function createEndingStage(first: EndingStop | null, clock: Clock): EndingStage {
  let is: EndingStage['is'] = first ? 'interrupted' : 'undoable'
  let reason = first
  let before = 0
  let since: number | null = null

  function move(next: EndingStage['is'], why: EndingStop | null): void {
    if (since !== null) before += clock.awake() - since
    since = next === 'running' ? clock.awake() : null
    is = next
    reason = why
  }

  return {
    get is() {
      return is
    },
    get reason() {
      return reason
    },
    enter: (next) => move(next, null),
    stop: (why) => move('interrupted', why),
    phase(wait) {
      if (is === 'interrupted') return { is, reason: reason ?? 'restarted' }
      return is === 'running' && wait ? { is: 'waiting', ...wait } : { is }
    },
    ranFor: () => before + (since === null ? 0 : clock.awake() - since),
  }
}
