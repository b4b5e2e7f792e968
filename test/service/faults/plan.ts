import type { Fault } from './model.ts'

/** A fault and how many calls it has counted. */
export interface ArmedFault {
  readonly fault: Fault
  readonly seen: number
}

/** Faults that add up with others. */
export type SideFault = Extract<Fault, { kind: 'delay' | 'set-cookie' }>

/** Faults of which one request suffers at most one. */
export type MainFault = Exclude<Fault, SideFault>

/** What one request will suffer. */
export interface FaultPlan {
  readonly delays: readonly Extract<Fault, { kind: 'delay' }>[]
  readonly cookies: readonly string[]
  readonly main: MainFault | undefined
}

/** True when the fault strikes the `call`th call (from 1) that it is aimed at. */
export function strikes(calls: Fault['calls'], call: number): boolean {
  if (calls === 'always') return true
  return 'nth' in calls ? call === calls.nth : call <= calls.first
}

/** Which faults strike a request to `endpoint`, and the counts afterwards; of main faults the first added wins. */
export function planFaults(
  armed: readonly ArmedFault[],
  endpoint: string,
): { plan: FaultPlan; armed: ArmedFault[] } {
  const aimed = ({ fault }: ArmedFault): boolean => fault.endpoint === '*' || fault.endpoint === endpoint
  const next = armed.map((each) => (aimed(each) ? { ...each, seen: each.seen + 1 } : each))
  const striking = next
    .filter((each) => aimed(each) && strikes(each.fault.calls, each.seen))
    .map((each) => each.fault)
  const plan = {
    delays: striking.filter((fault) => fault.kind === 'delay'),
    cookies: striking.filter((fault) => fault.kind === 'set-cookie').map((fault) => fault.value),
    main: striking.find((fault): fault is MainFault => fault.kind !== 'delay' && fault.kind !== 'set-cookie'),
  }
  return { plan, armed: next }
}
