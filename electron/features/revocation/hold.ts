import type { Clock } from '../../core/ports.ts'
import type { Ledger } from './domain/ledger.ts'

/** Creates a hold on a ledger: while anybody holds it, nothing is sent, and no time to undo passes. */
export function createHold(ledger: Pick<Ledger, 'postpone'>, clock: Pick<Clock, 'steady'>) {
  let holders = 0
  let since = 0
  return {
    is: () => holders > 0,
    /** Begins to hold until the returned function is called; `released` runs once nobody does any more. */
    hold(released: () => void): () => void {
      if (holders++ === 0) since = clock.steady()
      let isHolding = true
      return () => {
        if (!isHolding) return
        isHolding = false
        holders--
        if (holders > 0) return
        ledger.postpone(since, clock.steady())
        released()
      }
    },
  }
}
