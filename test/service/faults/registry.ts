import { faultSchema } from './model.ts'
import type { FaultInput } from './model.ts'
import { planFaults } from './plan.ts'
import type { Aimed, ArmedFault, FaultPlan } from './plan.ts'

/** Adds and removes faults. */
export interface FaultRegistry {
  /** Adds a fault and returns a function that removes it; throws ZodError for an invalid fault. */
  add(fault: FaultInput): () => void
  clear(): void
}

/** An empty registry, and `take`, which the server calls at each request; it counts the call. */
export function createFaultRegistry(): { registry: FaultRegistry; take: (request: Aimed) => FaultPlan } {
  let armed: ArmedFault[] = []
  return {
    registry: {
      add(input) {
        const fault = faultSchema.parse(input)
        armed.push({ fault, matched: 0 })
        return () => {
          armed = armed.filter((each) => each.fault !== fault)
        }
      },
      clear() {
        armed = []
      },
    },
    take(request) {
      const result = planFaults(armed, request)
      armed = result.armed
      return result.plan
    },
  }
}
