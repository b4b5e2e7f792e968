import type { EndingStop } from '../contract/ending.ts'
import type { Failure } from '../contract/failure.ts'
import type { ToldSession } from '../domain/told-session.ts'
import { failed } from '../contract/result.ts'
import { isDeviceKnown } from '../domain/ending-plan.ts'
import { hear } from '../domain/ledger.ts'
import type { EndingCalls } from './ending-calls.ts'
import type { EndingHold } from './ending-hold.ts'
import type { Sheet } from './ending-sheet.ts'
import type { Clock } from './ports.ts'

/** Proof by fresh lists. */
export interface EndingProof {
  /** Whether nothing more may be sent before a list came. */
  isNeeded: boolean
  isAsked(): boolean
  /** Whether the last one is so long ago that it is time for one in between. */
  isOld(): boolean
  /** Counts anew from now, with all of its tries. */
  begin(): void
  /** Asks once, and judges the rows by what comes. */
  ask(): Promise<void>
}

/** What proving works with. */
export interface ProofPorts {
  sheet: Sheet
  calls: EndingCalls
  hold: EndingHold
  clock: Clock
  isAlone: boolean
  withToken: boolean
  isDropped(): boolean
  stop(why: EndingStop): void
  changed(): void
  save(): void
}

/** While it runs, proof is asked for no more often than this; ms. */
const EVERY = 5_000
/** Lists that fail for other reasons than a wait, before what they should prove is told as not confirmed. */
const MOST_FAILURES = 4

/** Makes it. */
export function createEndingProof(ports: ProofPorts): EndingProof {
  const { sheet, calls, hold, clock, isAlone } = ports
  let isAsked = false
  let at = 0
  let failures = 0

  function proven(ids: readonly number[], sessions: readonly ToldSession[]): void {
    proof.isNeeded = false
    failures = 0
    hold.passed()
    sheet.judge(ids, sessions, !isAlone)
    ports.changed()
    const isUnclear = !isAlone && !isDeviceKnown(sessions, ports.withToken)
    if (isUnclear && sheet.next() !== null) ports.stop('deviceUnclear')
    else ports.save()
  }

  function notProven(ids: readonly number[], failure: Failure): void {
    const isOver = failure.kind === 'unauthenticated' && !calls.isSignedIn()
    if (isOver && !isAlone && sheet.next() !== null) return ports.stop('signedOut')
    const willPass = hear(failed(failure)).is === 'notSent'
    if (!willPass) failures++
    if (!isAlone && !isOver && (willPass || failures < MOST_FAILURES)) return hold.because(failure)
    failures = 0
    proof.isNeeded = false
    for (const id of ids) sheet.set(id, { is: 'notConfirmed', failure })
    // What was never sent is certain.
    if (isAlone) for (const id of sheet.idsIn('queued')) sheet.set(id, { is: 'failed', failure })
    ports.changed()
    if (sheet.next() !== null) ports.stop('unproven')
  }

  const proof: EndingProof = {
    isNeeded: false,
    isAsked: () => isAsked,
    isOld: () => clock.steady() - at >= EVERY,
    begin() {
      at = clock.steady()
      failures = 0
    },
    async ask() {
      isAsked = true
      const ids = sheet.unproven()
      const fresh = await calls.list()
      isAsked = false
      if (ports.isDropped()) return
      at = clock.steady()
      if (fresh.ok) proven(ids, fresh.value)
      else notProven(ids, fresh.failure)
    },
  }
  return proof
}
