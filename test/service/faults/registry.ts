import { faultSchema } from './model.ts'
import type { FaultInput } from './model.ts'
import { planFaults } from './plan.ts'
import type { ArmedFault, FaultPlan } from './plan.ts'

/** Where tests ask for faults. */
export interface FaultRegistry {
  /** Arms a fault and returns what removes it; throws ZodError when it is not a fault. */
  add(fault: FaultInput): () => void
  clear(): void
}

/** A board without faults, and what the server asks at each request (that counts the call). */
export function createFaultRegistry(): { registry: FaultRegistry; take: (endpoint: string) => FaultPlan } {
  let armed: ArmedFault[] = []
  return {
    registry: {
      add(input) {
        const fault = faultSchema.parse(input)
        armed.push({ fault, seen: 0 })
        return () => {
          armed = armed.filter((each) => each.fault !== fault)
        }
      },
      clear() {
        armed = []
      },
    },
    take(endpoint) {
      const result = planFaults(armed, endpoint)
      armed = result.armed
      return result.plan
    },
  }
}
