import type { Fault } from './model.ts'

/** A fault and how many calls it has counted. */
export interface ArmedFault {
  readonly fault: Fault
  readonly matched: number
}

/** Faults that add up with others. */
export type SideFault = Extract<Fault, { kind: 'delay' | 'set-cookie' }>

/** Faults that exclude each other: at most one applies to a request. */
export type MainFault = Exclude<Fault, SideFault>

/** The faults of one request. */
export interface FaultPlan {
  readonly delays: readonly Extract<Fault, { kind: 'delay' }>[]
  readonly cookies: readonly string[]
  readonly main: MainFault | undefined
}

/** Whether the fault applies to the `call`th matching call (from 1). */
export function strikes(calls: Fault['calls'], call: number): boolean {
  if (calls === 'always') return true
  return 'nth' in calls ? call === calls.nth : call <= calls.first
}

/** The faults of a request, and the updated counts; the first added main fault wins. */
export function planFaults(
  armed: readonly ArmedFault[],
  endpoint: string,
): { plan: FaultPlan; armed: ArmedFault[] } {
  const aimed = ({ fault }: ArmedFault): boolean => fault.endpoint === '*' || fault.endpoint === endpoint
  const next = armed.map((each) => (aimed(each) ? { ...each, matched: each.matched + 1 } : each))
  const striking = next
    .filter((each) => aimed(each) && strikes(each.fault.calls, each.matched))
    .map((each) => each.fault)
  const plan = {
    delays: striking.filter((fault) => fault.kind === 'delay'),
    cookies: striking.filter((fault) => fault.kind === 'set-cookie').map((fault) => fault.value),
    main: striking.find((fault): fault is MainFault => fault.kind !== 'delay' && fault.kind !== 'set-cookie'),
  }
  return { plan, armed: next }
}
